"""Freezes tabular figures into Inter: python3 freeze.py SOURCE_FOLDER

JavaFX cannot ask a font for OpenType features, so the digits of the `tnum` feature take the place of the
proportional ones in the character map. The result is called Inter Tabular; one family per weight, because
JavaFX finds a weight by its family's name only. Needs fonttools; SOURCE_FOLDER holds Inter-*.otf of Inter 4.
"""
import pathlib
import sys

from fontTools.ttLib import TTFont

here = pathlib.Path(__file__).parent
weights = {"Regular": "Inter Tabular", "Medium": "Inter Tabular Medium", "SemiBold": "Inter Tabular SemiBold"}


def tabular(font):
    """The glyphs the tnum feature would exchange."""
    gsub = font["GSUB"].table
    found = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for sub in gsub.LookupList.Lookup[index].SubTable:
                    found.update(getattr(sub, "ExtSubTable", sub).mapping)
    return found


for weight, family in weights.items():
    font = TTFont(pathlib.Path(sys.argv[1]) / f"Inter-{weight}.otf")
    swap = tabular(font)
    for table in font["cmap"].tables:
        for code, glyph in table.cmap.items():
            table.cmap[code] = swap.get(glyph, glyph)
    for record in list(font["name"].names):
        if record.nameID in (16, 17, 21, 22, 25):
            font["name"].removeNames(nameID=record.nameID)
        elif record.nameID in (1, 4):
            record.string = family
        elif record.nameID == 2:
            record.string = "Regular"
        elif record.nameID == 6:
            record.string = family.replace(" ", "")
    font.save(here / (family.replace(" ", "") + ".otf"))
    print(family, len(swap))
