"""Makes the fonts of the window: python3 freeze.py SOURCE_FOLDER

SOURCE_FOLDER holds Inter-*.otf of Inter 4 and JetBrainsMono-*.ttf. Needs fonttools.

JavaFX draws grey text with each glyph at a whole pixel, but places the glyphs by fractional advances, so that the
gaps within one word differ by up to a pixel. Each cut made here is for one size: the advance of every glyph is a
whole number of pixels at that size, and the glyph is centred in it. JavaFX finds a weight and a cut by the name of
the family only, hence one family for each ("Inter Medium 12"). Inter gets its tabular digits (the `tnum` feature,
which JavaFX cannot ask for) in the place of the proportional ones.
"""
import pathlib
import sys

from fontTools.pens.filterPen import DecomposingFilterPen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

here = pathlib.Path(__file__).parent

# Weight and size of each cut that the style sheets use.
INTER = {"Regular": (11, 12, 13, 15), "Medium": (11, 12, 13), "SemiBold": (12, 13, 15, 18)}
MONO = {"Regular": (11, 12, 13), "Medium": (12,), "SemiBold": (11, 12), "Bold": (13,)}

# Latin with all its accents, Greek, Cyrillic, punctuation, arrows, mathematics, boxes, blocks, shapes and the signs of
# shell prompts. JavaFX takes what is missing from the fonts of the desktop.
RANGES = ((0x20, 0x24F), (0x2B0, 0x52F), (0x1E00, 0x1EFF), (0x2000, 0x2BFF), (0xE0A0, 0xE0D4), (0xFFFD, 0xFFFD))


def tabular(font):
    """The glyphs that the tnum feature would exchange, by the glyph they replace."""
    gsub = font["GSUB"].table
    found = {}
    for record in gsub.FeatureList.FeatureRecord:
        if record.FeatureTag == "tnum":
            for index in record.Feature.LookupListIndex:
                for sub in gsub.LookupList.Lookup[index].SubTable:
                    found.update(getattr(sub, "ExtSubTable", sub).mapping)
    return found


def subset(font):
    """Keeps the characters of RANGES and drops layout features and hints, which JavaFX does not use."""
    options = Options()
    options.layout_features = []
    options.hinting = False
    options.desubroutinize = True
    options.notdef_outline = True
    options.name_IDs = ["*"]
    options.drop_tables += ["STAT", "GDEF", "GPOS", "GSUB", "DSIG", "MATH"]
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=[code for first, last in RANGES for code in range(first, last + 1)])
    subsetter.subset(font)


def fit(font, size):
    """Gives every glyph an advance of whole pixels at this size, and centres it in the new advance."""
    em = font["head"].unitsPerEm
    glyphs = font.getGlyphSet()
    advances = {}
    for name in font.getGlyphOrder():
        advance, _ = font["hmtx"][name]
        pixels = max(1, round(advance * size / em)) if advance else 0
        advances[name] = (round(pixels * em / size), (pixels * em / size - advance) / 2)
    if "CFF " in font:
        top = font["CFF "].cff.topDictIndex[0]
        drawn = {}
        for name, (advance, shift) in advances.items():
            pen = T2CharStringPen(advance, glyphs)
            glyphs[name].draw(TransformPen(pen, (1, 0, 0, 1, shift, 0)))
            drawn[name] = pen.getCharString(private=top.Private, globalSubrs=top.GlobalSubrs)
        for name, charstring in drawn.items():
            top.CharStrings[name] = charstring
    else:
        drawn = {}
        for name, (advance, shift) in advances.items():
            pen = TTGlyphPen(None)
            glyphs[name].draw(DecomposingFilterPen(TransformPen(pen, (1, 0, 0, 1, shift, 0)), glyphs))
            drawn[name] = pen.glyph()
        for name, glyph in drawn.items():
            font["glyf"][name] = glyph
    for name, (advance, shift) in advances.items():
        font["hmtx"][name] = (advance, round(font["hmtx"][name][1] + shift))
    font["hhea"].advanceWidthMax = max(advance for advance, _ in advances.values())


def rename(font, family, style):
    """Gives the font this family and style."""
    for record in list(font["name"].names):
        if record.nameID in (16, 17, 21, 22, 25):
            font["name"].removeNames(nameID=record.nameID)
        elif record.nameID == 1:
            record.string = family
        elif record.nameID == 4:
            record.string = family if style == "Regular" else f"{family} {style}"
        elif record.nameID == 2:
            record.string = style
        elif record.nameID == 6:
            record.string = family.replace(" ", "") + f"-{style}"
    if "CFF " in font:
        top = font["CFF "].cff
        top.fontNames[0] = family.replace(" ", "")
        top.topDictIndex[0].FullName = family
        top.topDictIndex[0].FamilyName = family


def make(source, family, weight, size):
    font = TTFont(source)
    swap = tabular(font) if family == "Inter" else {}
    for table in font["cmap"].tables:
        for code, glyph in table.cmap.items():
            table.cmap[code] = swap.get(glyph, glyph)
    subset(font)
    fit(font, size)
    # The terminal asks for bold by style, everything else by the name of the family.
    style = "Bold" if weight == "Bold" else "Regular"
    name = " ".join([family, *([] if weight in ("Regular", "Bold") else [weight]), str(size)])
    rename(font, name, style)
    target = here / (f"{family}{'' if weight == 'Regular' else weight}{size}".replace(" ", "") + source.suffix)
    font.save(target)
    print(name, target.stat().st_size)


folder = pathlib.Path(sys.argv[1])
for family, stem, suffix, cuts in (("Inter", "Inter", ".otf", INTER), ("JetBrains Mono", "JetBrainsMono", ".ttf", MONO)):
    for weight, sizes in cuts.items():
        for size in sizes:
            make(folder / f"{stem}-{weight}{suffix}", family, weight, size)
