<?xml version="1.0" encoding="UTF-8"?>
<!-- The first part of THIRD-PARTY.txt, made of a bill of materials; licences.txt follows. -->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:bom="http://cyclonedx.org/schema/bom/1.6">
  <xsl:output method="text" encoding="UTF-8"/>
  <xsl:template match="/bom:bom">
    <xsl:text>Tidings is under the Apache License 2.0, which is in LICENSE. With it come these libraries, unchanged. Each jar holds its
own licence and notices in META-INF; this file ends with the texts for those that hold none. Where several licences are
named, the library may be used under any of them.

</xsl:text>
    <xsl:for-each select="bom:components/bom:component[bom:group != 'io.tidings']">
      <xsl:sort select="bom:group"/>
      <xsl:sort select="bom:name"/>
      <xsl:value-of select="concat(bom:group, ':', bom:name, ' ', bom:version, ': ')"/>
      <xsl:for-each select="bom:licenses/bom:license | bom:licenses/bom:expression">
        <xsl:if test="position() > 1">
          <xsl:text> or </xsl:text>
        </xsl:if>
        <xsl:value-of select="normalize-space(concat(self::bom:expression, bom:id, bom:name))"/>
      </xsl:for-each>
      <xsl:if test="bom:externalReferences/bom:reference[@type = 'website']">
        <xsl:value-of select="concat(', ', bom:externalReferences/bom:reference[@type = 'website'][1]/bom:url)"/>
      </xsl:if>
      <xsl:text>&#10;</xsl:text>
    </xsl:for-each>
  </xsl:template>
</xsl:stylesheet>
