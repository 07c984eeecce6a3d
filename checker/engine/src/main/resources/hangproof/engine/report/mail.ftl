<#-- SPDX-License-Identifier: MIT -->
<#macro section label lines>
<#list lines as line>
${line?is_first?then(label?right_pad(8), "        ")}${line}
</#list>
</#macro>
${title}

<@section "Claim" claim/>
<@section "Found" found/>
<@section "Search" search/>
<@section "Source" source/>
<@section "Report" report/>

<#list picture as line>
${line}
</#list>

<@section "!" legend/>
<@section "Order" order/>
<@section "Hidden" hidden/>
<@section "Why" why/>
<@section "Lines" lines/>
<#list table as line>
${line}
</#list>
<@section "Replay" replay/>
<@section "Limits" limits/>
