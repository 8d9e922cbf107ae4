import type { ProtocolName } from '../registry/protocols.ts'

/** Whole messages of each format, one stream or document a text, a character a byte: what tests break and benches repeat. Nobody's real messages. */
export const examples: Record<ProtocolName | 'owntracks', readonly string[]> = {
  'watch-iw': [
    'IWAP00353456789012345#IWAPHP,60,130,85,95,90,36.5,,#IWAP03,06000908000102,5555,30#',
    'IWAP10261121A3204.6800N03447.3200E000.1115900323.8706000908000102,425,1,9520,3671,01,en,00,H|02-C0-DE-00-00-A3|97#',
    'IWAP07,20260901103510,6,1,10,#!AMR,#\u0000IW#IWAP02,en,0,1,260,1,1|2|3,1,a|c0-4a-00-b6-9c-f5|64#IWAP12,080835#',
  ],
  'watch-3g': [
    '[3G*0000000015*000c*LK,50,100,64][3G*0000000015*0013*bphrt,112,73,67,,,,][3G*0000000015*0006*UPLOAD]',
    '[3G*0000000015*0079*AL,211126,115900,A,32.07,N,34.78,E,0.5,152,12,9,88,76,1042,15,00010000,1,1,425,1,12,56,91,1,a],02:c0:de:00:00:a1,-60,13.8]',
    '[ZJ*350000000000029*0007*000c*BLOOD,109,68][CS*1234567890*000a*TK,#!AMR}\u0001}\u0002]',
  ],
  'watch-wonlex-json': [
    '\u00fc\u00af\u0000\u0061{"type":"upBP","ident":"1","ref":"w:update","imei":"350000000000094","data":{"data":"120/80/72"}}',
    '\u00fc\u00af\u0000\u0070{"type":"upLocation","ref":"w:update","timestamp":5,"data":{"positionDataType":"sos","gps":{"lat":"1","lon":2}}}',
  ],
  'pendant-eview': [
    '\u00ab\u0010\u001c\u0000\u00fe\u0023\u001e\u0000\u0001\u0010\u0001350000000000086\u0009\u0037\u00ef\u00d2\u0001\u0064\u000c\u0000\u0000\u0000',
  ],
  'pendant-minifinder-text': [
    '!1,350000000000011;!D,21/11/26,11:59:0,32.07,34.78,0,0,100041,12.1,64,4,9,0;!5,17,V,50;',
  ],
  'watch-pt60': [
    '@B#@|01|001|111112222233333|8|1|55|20261121115900|32.0|34.7|0|0|1|@E#@@G#@,V01,14,350000000000052,9,20261121115900,101,26,@R#@',
  ],
  'watch-wristband': [
    '\u0000\u0001\u0002\u0000\u0025YX350000000000060|V1.0|1|{F01#94,1}\r\n\u00ff\u00fe\u00fc',
  ],
  'watch-b2316-json': [
    '{"imei":"350000000000037","data":[{"tm":1795262340,"st":"6","ba":4,"hr":70,"te":"365,2","gp":"3,2","wn":2}]}',
  ],
  'watch-thinkrace-binary': ['HASIH000000148,\u0080\u0000\u0010\u0001350000000000136\u0006\u00ff'],
  owntracks: [
    '{"_type":"location","lat":32.07,"lon":34.78,"tst":1795262340,"acc":12,"batt":46}',
    '{"_type":"steps","steps":1,"to":5}',
  ],
}
