<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>
<CPLEXSolution version="1.2">
 <header
   problemName="small.mps"
   solutionName="incumbent"
   solutionIndex="-1"
   objectiveValue="7.25"
   solutionTypeValue="3"
   solutionTypeString="primal"
   solutionStatusValue="101"
   solutionStatusString="integer optimal solution"
   solutionMethodString="mip"
   primalFeasible="1"
   dualFeasible="1"
   MIPNodes="0"
   MIPIterations="27"
   writeLevel="1"/>
 <quality
   epInt="1.0000000000000001e-05"
   epRHS="9.9999999999999995e-07"
   maxIntInfeas="0"
   maxPrimalInfeas="7.1054273576010019e-15"
   maxX="2"
   maxSlack="1.5"/>
 <linearConstraints>
  <constraint name="R56" index="0" slack="0"/>
  <constraint name="edge0_0" index="1" slack="0"/>
  <constraint name="edge0_1" index="2" slack="0"/>
  <constraint name="edge0_2" index="3" slack="0"/>
  <constraint name="edge0_3" index="4" slack="-7.1054273576010019e-15"/>
  <constraint name="edge0_4" index="5" slack="-1.5"/>
  <constraint name="edge0_5" index="6" slack="-1"/>
  <constraint name="edge0_6" index="7" slack="0"/>
  <constraint name="edge0_7" index="8" slack="-1"/>
  <constraint name="edge0_8" index="9" slack="-1"/>
  <constraint name="edge0_9" index="10" slack="0"/>
  <constraint name="edge0_10" index="11" slack="-1.0000000000000071"/>
  <constraint name="edge0_11" index="12" slack="0"/>
  <constraint name="edge0_12" index="13" slack="0"/>
  <constraint name="edge0_13" index="14" slack="7.1054273576010019e-15"/>
  <constraint name="edge0_14" index="15" slack="-0.49999999999999289"/>
  <constraint name="edge0_15" index="16" slack="0"/>
  <constraint name="edge0_16" index="17" slack="-1"/>
  <constraint name="edge0_17" index="18" slack="0"/>
  <constraint name="edge0_18" index="19" slack="-1.5"/>
  <constraint name="edge0_19" index="20" slack="-1"/>
  <constraint name="edge0_20" index="21" slack="0"/>
  <constraint name="edge0_21" index="22" slack="0"/>
  <constraint name="edge0_22" index="23" slack="-1.5"/>
  <constraint name="edge0_23" index="24" slack="0"/>
  <constraint name="edge0_24" index="25" slack="-0.5"/>
  <constraint name="edge0_25" index="26" slack="0"/>
 </linearConstraints>
 <variables>
  <variable name="x[0]" index="0" value="1"/>
  <variable name="x[1]" index="1" value="1"/>
  <variable name="x[2]" index="2" value="0"/>
  <variable name="x[3]" index="3" value="1"/>
  <variable name="x[4]" index="4" value="0"/>
  <variable name="x[5]" index="5" value="0"/>
  <variable name="x[6]" index="6" value="1"/>
  <variable name="x[7]" index="7" value="1.5"/>
  <variable name="node0_0" index="8" value="2"/>
  <variable name="node0_1" index="9" value="1"/>
  <variable name="node0_2" index="10" value="1"/>
  <variable name="node0_3" index="11" value="-7.1054273576010019e-15"/>
  <variable name="node0_4" index="12" value="2"/>
  <variable name="node0_5" index="13" value="1"/>
  <variable name="node0_6" index="14" value="2"/>
  <variable name="node0_7" index="15" value="1"/>
  <variable name="node0_8" index="16" value="1"/>
  <variable name="node0_9" index="17" value="-0.5"/>
 </variables>
</CPLEXSolution>
