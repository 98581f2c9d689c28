"""Files as spreadsheets, databases and survey tools export them, and what they mean."""
