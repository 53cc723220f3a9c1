/// An element of an SVG picture.
struct SVGElement {
  let name: String
  var attributes: [(String, String)] = []
  var text: String?
  var children: [SVGElement] = []

  init(_ name: String, _ attributes: KeyValuePairs<String, String> = [:], text: String? = nil) {
    self.name = name
    self.attributes = attributes.map { ($0.key, $0.value) }
    self.text = text
  }

  /// A group of others.
  init(group children: [SVGElement], _ attributes: KeyValuePairs<String, String> = [:]) {
    self.init("g", attributes)
    self.children = children
  }

  /// The element as XML, deeper ones indented.
  func lines(indent: Int = 0) -> [String] {
    let margin = String(repeating: " ", count: indent)
    let head = ([name] + attributes.map { "\($0.0)=\"\(Self.escaped($0.1))\"" }).joined(separator: " ")
    if children.isEmpty {
      guard let text else { return ["\(margin)<\(head)/>"] }
      return ["\(margin)<\(head)>\(Self.escaped(text))</\(name)>"]
    }
    let inner = children.flatMap { $0.lines(indent: indent + 2) }
    return ["\(margin)<\(head)>"] + inner + ["\(margin)</\(name)>"]
  }

  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
    return escaped
  }
}

extension SVGElement {
  /// Where a text stands at its point.
  enum Anchor: String {
    case start, middle, end
  }

  static func text(
    _ text: String, x: Double, y: Double, _ style: String = "text", anchor: Anchor = .start
  ) -> SVGElement {
    SVGElement(
      "text", ["x": number(x), "y": number(y), "class": style, "text-anchor": anchor.rawValue], text: text)
  }

  static func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ style: String) -> SVGElement {
    SVGElement(
      "line", ["x1": number(x1), "y1": number(y1), "x2": number(x2), "y2": number(y2), "class": style])
  }

  static func rectangle(
    x: Double, y: Double, width: Double, height: Double, _ style: String
  ) -> SVGElement {
    SVGElement(
      "rect",
      ["x": number(x), "y": number(y), "width": number(max(0, width)), "height": number(height), "class": style])
  }

  static func path(_ points: [(x: Double, y: Double)], _ style: String) -> SVGElement {
    let steps = points.enumerated().map {
      "\($0.offset == 0 ? "M" : "L")\(number($0.element.x)) \(number($0.element.y))"
    }
    return SVGElement("path", ["d": steps.joined(separator: " "), "class": style])
  }

  /// What a reader of the screen is told, and what a mouse that rests sees.
  func titled(_ title: String) -> SVGElement {
    var element = self
    element.children.insert(SVGElement("title", text: title), at: 0)
    return element
  }

  static func number(_ value: Double) -> String { Decimals.text(value, 1) }
}
