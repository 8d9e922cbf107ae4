import {
  isArgumentElement,
  isDateElement,
  isNumberElement,
  isPluralElement,
  isSelectElement,
  isTagElement,
  isTimeElement,
  type MessageFormatElement,
  parse,
} from '@formatjs/icu-messageformat-parser'

export type Message = readonly MessageFormatElement[]

/** `undefined`: the text does not read as a message. */
export function parsed(text: string): Message | undefined {
  try {
    return parse(text)
  } catch {
    return undefined
  }
}

function innerOf(element: MessageFormatElement): Message[] {
  if (isTagElement(element)) return [element.children]
  if (!isPluralElement(element) && !isSelectElement(element)) return []
  return Object.values(element.options).map(({ value }) => value)
}

/** Every element, with those inside others. */
export const elementsOf = (message: Message): MessageFormatElement[] =>
  message.flatMap((element) => [element, ...innerOf(element).flatMap(elementsOf)])

/** What has to be given for an argument; a number may be written out or counted, as the language needs. */
function kindOf(element: MessageFormatElement): string | undefined {
  if (isArgumentElement(element)) return 'text'
  if (isNumberElement(element) || isPluralElement(element)) return 'number'
  if (isDateElement(element) || isTimeElement(element)) return 'time'
  if (isTagElement(element)) return 'tag'
  if (isSelectElement(element)) return `one of ${Object.keys(element.options).toSorted().join()}`
  return undefined
}

/** The arguments a message takes, with their kinds, in one order. */
export function argumentsOf(message: Message): string {
  const kinds = new Map<string, string>()
  for (const element of elementsOf(message)) {
    const kind = kindOf(element)
    if (!kind || !('value' in element)) continue
    // A number that is counted once may stand as it is elsewhere in the same message.
    if (kind !== 'text' || !kinds.has(element.value)) kinds.set(element.value, kind)
  }
  return [...kinds]
    .map((pair) => pair.join(' '))
    .toSorted()
    .join()
}
