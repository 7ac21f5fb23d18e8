"""How answers are shown: JSON, text, tables, explanations. No number is computed here."""
