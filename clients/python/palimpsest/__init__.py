"""The client of palimpsest, the long-term memory for software agents."""

from .client import Admin, Palimpsest
from .errors import PalimpsestError
from .memories import Memories, MetadataFilter
from .pages import Pages

__all__ = ["Admin", "Memories", "MetadataFilter", "Pages", "Palimpsest", "PalimpsestError"]
