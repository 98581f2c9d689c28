"""Figures of papers, as printed: ``published.json``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

KUROKAWA: dict[str, Any] = json.loads(Path(__file__).with_name("published.json").read_text())
"""Kurokawa et al. 2022: tables 2 to 8, and where they come from."""
