import { product, type Product } from '../advertisements/read.ts'

/** By the number in their messages, as the sensor lists name them. */
export const miProducts: Record<number, Product> = {
  0x0098: product('HHCCJCY01HHCC', 'PLANT', ['Xiaomi/VegTrug', 'MiFlora']),
  0x0113: product('YM-K1501', 'UNIQ', ['Xiaomi', 'Mi Kettle']),
  0x015d: product('HHCCPOT002', 'PLANT', ['Xiaomi', 'Ropot']),
  0x01aa: product('LYWSDCGQ', 'THB', ['Xiaomi', 'Mi Jia round']),
  0x02df: product('JQJCY01YM', 'AIR', ['Xiaomi', 'Formaldehyde detector']),
  0x0347: product('CGG1', 'THB', ['ClearGrass/Qingping', 'Round TH']),
  0x0387: product('MHO-C401', 'THB', ['Xiaomi', 'e-ink TH Sensor']),
  0x03bc: product('GCLS002', 'PLANT', ['Xiaomi/VegTrug', 'MiFlora']),
  0x03dd: product('MUE4094RT', 'CTMO', ['Xiaomi', 'MiLamp']),
  0x045b: product('LYWSD02', 'THB', ['Xiaomi/Mijia', 'e-ink Clock']),
  0x055b: product('LYWSD03MMC', 'THB', ['Xiaomi', 'TH Sensor']),
  0x0576: product('CGD1', 'THB', ['ClearGrass/Qingping', 'Alarm Clock']),
  0x066f: product('CGDK2', 'THB', ['Qingping', 'TH Lite']),
  0x06d3: product('MHO-C303', 'THB', ['Xiaomi', 'Alarm Clock']),
  0x07f6: product('MJYD02YL', 'CTMO', ['Xiaomi', 'Night Light']),
  0x0863: product('SJWS01LM', 'LEAK', ['Xiaomi', 'Flood Detector']),
  0x098b: product('MCCGQ02HL', 'CTMO', ['Xiaomi', 'Door & Window Sensor']),
  0x0a83: product('CGPR1', 'CTMO', ['Qingping', 'Motion & Light']),
  0x0a8d: product('RTCGQ02LM', 'CTMO', ['Xiaomi', 'Motion Sensor']),
  0x0b48: product('CGG1', 'THB', ['ClearGrass/Qingping', 'Round TH']),
  0x0d0d: product('CGH1', 'CTMO', ['Qingping', 'Contact Sensor']),
  0x1203: product('XMWSDJ04MMC', 'THB', ['Xiaomi', 'TH Sensor']),
  0x2542: product('LYWSD02MMC', 'THB', ['Xiaomi', 'e-ink Clock']),
  0x2832: product('MJWSD05MMC', 'THB', ['Xiaomi', 'TH Sensor']),
}
