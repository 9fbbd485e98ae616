<?xml version="1.0" encoding="UTF-8"?>
<!-- Makes THIRD-PARTY.txt of a bill of materials. -->
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
    <xsl:text>
Texts of licences, for libraries whose jars hold none
-----------------------------------------------------

Apache License 2.0: see LICENSE.

EPL-2.0 (logback-classic, logback-core; Copyright (C) 1999-2026, QOS.ch): https://www.eclipse.org/legal/epl-2.0. The
source code is available under this licence at https://github.com/qos-ch/logback.

MIT:
  argparse4j: Copyright (C) 2011, 2014, 2015 Tatsuhiro Tsujikawa
  jopt-simple: Copyright (c) 2004-2016 Paul R. Holser, Jr.
  pcollections: Copyright 2015 The pcollections Authors. All Rights Reserved.

  Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
  documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
  rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
  persons to whom the Software is furnished to do so, subject to the following conditions:

  The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
  Software.

  THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
  WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
  COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
  OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

BSD-2-Clause (without the third condition) and BSD-3-Clause:
  zstd-jni (2 clauses): Copyright (c) 2014-2015, Yann Collet; Copyright (c) 2015, Luben Karavelov
  asm (3 clauses): Copyright (c) 2000-2011 INRIA, France Telecom
  re2j (3 clauses): Copyright (c) 2009 The Go Authors

  All rights reserved. Redistribution and use in source and binary forms, with or without modification, are permitted
  provided that the following conditions are met:

  1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following
     disclaimer.
  2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
     disclaimer in the documentation and/or other materials provided with the distribution.
  3. Neither the name of the copyright holder nor the names of its contributors may be used to endorse or promote
     products derived from this software without specific prior written permission.

  THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS AND CONTRIBUTORS "AS IS" AND ANY EXPRESS OR IMPLIED WARRANTIES,
  INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE ARE
  DISCLAIMED. IN NO EVENT SHALL THE COPYRIGHT HOLDER OR CONTRIBUTORS BE LIABLE FOR ANY DIRECT, INDIRECT, INCIDENTAL,
  SPECIAL, EXEMPLARY, OR CONSEQUENTIAL DAMAGES (INCLUDING, BUT NOT LIMITED TO, PROCUREMENT OF SUBSTITUTE GOODS OR
  SERVICES; LOSS OF USE, DATA, OR PROFITS; OR BUSINESS INTERRUPTION) HOWEVER CAUSED AND ON ANY THEORY OF LIABILITY,
  WHETHER IN CONTRACT, STRICT LIABILITY, OR TORT (INCLUDING NEGLIGENCE OR OTHERWISE) ARISING IN ANY WAY OUT OF THE USE
  OF THIS SOFTWARE, EVEN IF ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.
</xsl:text>
  </xsl:template>
</xsl:stylesheet>
