package org.gpurma.service.cluster.topology;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.MissingResourceException;
import java.util.Optional;
import java.util.stream.Stream;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/** An element of a tool's XML, and where it stands. */
final class XmlElement {
  private static final int DEEPEST = 200;

  private final String source;
  private final String name;
  private final Map<String, String> attributes = new HashMap<>();
  private final List<XmlElement> children = new ArrayList<>();
  private final StringBuilder text = new StringBuilder();
  private final int line;
  private final int column;

  private XmlElement(String source, XMLStreamReader reader) {
    this.source = source;
    name = reader.getLocalName();
    line = reader.getLocation().getLineNumber();
    column = reader.getLocation().getColumnNumber();
    for (int i = 0; i < reader.getAttributeCount(); i++) {
      attributes.put(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
    }
  }

  /**
   * @param source what the text comes from
   * @throws UnreadableTopologyException where it is no XML, or its root has another name
   */
  static XmlElement parse(String source, String text, String root) {
    // Neither a document type nor what it refers to is ever fetched.
    XMLInputFactory factory = XMLInputFactory.newInstance();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    XmlElement found = read(source, factory, text.strip());
    if (!found.name.equals(root)) {
      throw found.unreadable("<" + root + ">", "<" + found.name + ">");
    }
    return found;
  }

  private static XmlElement read(String source, XMLInputFactory factory, String text) {
    XMLStreamReader reader = null;
    try {
      reader = factory.createXMLStreamReader(new StringReader(text));
      return read(source, reader);
    } catch (XMLStreamException e) {
      throw malformed(source, e.getLocation(), e.getMessage());
    } catch (MissingResourceException e) {
      // For some errors within a document type the JDK has no text, and complains of that instead.
      throw malformed(source, reader == null ? null : reader.getLocation(), e.getMessage());
    }
  }

  private static UnreadableTopologyException malformed(String source, Location at, String why) {
    return new UnreadableTopologyException(
        source,
        at == null ? 1 : Math.max(1, at.getLineNumber()),
        at == null ? 1 : Math.max(1, at.getColumnNumber()),
        "well-formed XML",
        why.lines().reduce((_, last) -> last).orElse(""));
  }

  private static XmlElement read(String source, XMLStreamReader reader) throws XMLStreamException {
    List<XmlElement> open = new ArrayList<>();
    while (true) {
      switch (reader.next()) {
        case XMLStreamConstants.START_ELEMENT -> {
          var element = new XmlElement(source, reader);
          if (open.size() == DEEPEST) {
            throw element.unreadable("at most " + DEEPEST + " elements in each other", "more");
          }
          if (!open.isEmpty()) {
            open.getLast().children.add(element);
          }
          open.add(element);
        }
        case XMLStreamConstants.CHARACTERS -> {
          if (!open.isEmpty()) {
            open.getLast().text.append(reader.getText());
          }
        }
        case XMLStreamConstants.END_ELEMENT -> {
          XmlElement ended = open.removeLast();
          if (open.isEmpty()) {
            requireEnd(reader);
            return ended;
          }
        }
        default -> {
          // Comments and the document type.
        }
      }
    }
  }

  /** Half a second document behind the first would be an error, too. */
  private static void requireEnd(XMLStreamReader reader) throws XMLStreamException {
    while (reader.hasNext()) {
      reader.next();
    }
  }

  UnreadableTopologyException unreadable(String expected, String found) {
    return new UnreadableTopologyException(source, line, column, expected, found);
  }

  List<XmlElement> children(String wanted) {
    return children.stream().filter(child -> child.name.equals(wanted)).toList();
  }

  Optional<XmlElement> child(String wanted) {
    return children.stream().filter(child -> child.name.equals(wanted)).findFirst();
  }

  /** The text of the element that a path of names leads to. */
  String text(String... path) {
    XmlElement element = this;
    for (String step : path) {
      XmlElement parent = element;
      element =
          parent.child(step).orElseThrow(() -> parent.unreadable("an element <" + step + ">", ""));
    }
    return element.text.toString().strip();
  }

  Optional<String> attribute(String wanted) {
    return Optional.ofNullable(attributes.get(wanted));
  }

  String requiredAttribute(String wanted) {
    return attribute(wanted)
        .orElseThrow(() -> unreadable("an attribute " + wanted + " of <" + name + ">", ""));
  }

  /** This element and all below, outer ones first. */
  Stream<XmlElement> all() {
    return Stream.concat(Stream.of(this), children.stream().flatMap(XmlElement::all));
  }

  String name() {
    return name;
  }

  List<XmlElement> children() {
    return children;
  }
}
