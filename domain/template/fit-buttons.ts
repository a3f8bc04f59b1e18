import { asRecords, asText, type Json } from '../provider-event/loose-json.ts'
import { placeholders } from './placeholders.ts'

/** The `sub_type` by which a send names each type of button. A one-time password (OTP) is sent like a URL. */
const SUB_TYPES: Readonly<Record<string, readonly string[]>> = {
  QUICK_REPLY: ['quick_reply'],
  URL: ['url'],
  OTP: ['url', 'copy_code'],
  COPY_CODE: ['copy_code'],
  FLOW: ['flow'],
  CATALOG: ['catalog'],
  MPM: ['mpm'],
  SPM: ['spm'],
}

/**
 * Why the buttons do not fit; null when they do: each index names a button of its type once, none that needs a value is
 * missing.
 * @param buttons of the template, in order
 * @param sent the send's components of type button
 */
export function buttonsMisfit(buttons: readonly Json[], sent: readonly Json[]): string | null {
  const indexes = sent.map(indexOf)
  const twice = indexes.find((index, place) => indexes.indexOf(index) !== place)
  if (twice !== undefined) return `button ${twice} is sent twice`
  for (const component of sent) {
    const misfit = buttonMisfit(buttons, component)
    if (misfit !== null) return `button ${indexOf(component)} ${misfit}`
  }
  const missing = buttons.findIndex(
    (button, index) => needsValue(button) && !indexes.includes(index),
  )
  return missing === -1 ? null : `button ${missing} needs a parameter`
}

function buttonMisfit(buttons: readonly Json[], component: Json): string | null {
  const button = buttons[indexOf(component)]
  if (button === undefined)
    return `does not exist: the template has ${countButtons(buttons.length)}`
  const known = SUB_TYPES[typeOf(button)]
  const subType = asText(component.sub_type)?.toLowerCase() ?? ''
  if (known !== undefined && !known.includes(subType))
    return `must have sub_type ${known.join(' or ')}`
  const given = asRecords(component.parameters).length
  if (needsValue(button) && given !== 1) return `needs 1 parameter, ${given} sent`
  return typeOf(button) === 'URL' && !needsValue(button) && given > 0
    ? 'takes no parameters: its address has no variable'
    : null
}

/** -1 when `index` is no integer. Components with their type in capitals are not validated before. */
function indexOf({ index }: Json): number {
  const place = Number(asText(index) ?? -1)
  return Number.isInteger(place) ? place : -1
}

function needsValue(button: Json): boolean {
  const type = typeOf(button)
  if (type === 'URL') return placeholders(asText(button.url) ?? '').length > 0
  return type === 'OTP' || type === 'COPY_CODE'
}

function typeOf({ type }: Json): string {
  return asText(type)?.toUpperCase() ?? ''
}

function countButtons(buttons: number): string {
  return buttons === 1 ? '1 button' : `${buttons} buttons`
}
