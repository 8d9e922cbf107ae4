import { Ltr } from '../figures/Ltr.tsx'
import { macText } from './mac-text.ts'

export const Mac = ({ mac }: { mac: string }) => <Ltr>{macText(mac)}</Ltr>
