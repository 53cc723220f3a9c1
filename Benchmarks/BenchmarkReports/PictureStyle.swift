/// Colours and letters of a picture, for a light page and a dark one.
enum PictureStyle {
  /// Nothing is told by colour alone: what is missed is hatched as well, and what is raw dashed.
  static let text = """
    svg { --page: #ffffff; --text: #1c2126; --quiet: #5b6570; --grid: #dde2e7; --ours: #1f6fb5; --raw: #6b7580; \
    --data: #7a4fb0; --missed: #c2410c; }
    @media (prefers-color-scheme: dark) { svg { --page: #14181c; --text: #e8ecef; --quiet: #a3adb8; --grid: #333b43; \
    --ours: #5fb0f0; --raw: #a3adb8; --data: #b794f4; --missed: #fb923c; } }
    text { font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; font-size: 12px; }
    text { fill: var(--text); }
    .title { font-size: 20px; font-weight: 600; } .heading { font-size: 14px; font-weight: 600; }
    .small { font-size: 11px; fill: var(--quiet); } .page { fill: var(--page); }
    .grid { stroke: var(--grid); } .axis { stroke: var(--quiet); } .goal { stroke: var(--text); stroke-width: 2; }
    .range { stroke: var(--text); stroke-width: 1.5; }
    .bar { stroke: var(--ours); } .met { fill: var(--ours); } .open { fill: none; }
    .missed { fill: url(#hatching); stroke: var(--missed); } .hatch { stroke: var(--missed); stroke-width: 3; }
    .line { fill: none; stroke-width: 2; } .line.raw { stroke-dasharray: 5 4; }
    .line.ours { stroke: var(--ours); } .line.raw { stroke: var(--raw); } .line.data { stroke: var(--data); }
    .mark.ours { fill: var(--ours); } .mark.raw { fill: var(--raw); } .mark.data { fill: var(--data); }
    .name { font-weight: 600; } .name.ours { fill: var(--ours); } .name.raw { fill: var(--raw); }
    .name.data { fill: var(--data); }
    """

  /// The pattern of bars that miss their goals.
  static var hatching: SVGElement {
    var pattern = SVGElement(
      "pattern",
      [
        "id": "hatching", "width": "6", "height": "6", "patternUnits": "userSpaceOnUse",
        "patternTransform": "rotate(45)",
      ])
    pattern.children = [.line(0, 0, 0, 6, "hatch")]
    var definitions = SVGElement("defs")
    definitions.children = [pattern]
    return definitions
  }
}
