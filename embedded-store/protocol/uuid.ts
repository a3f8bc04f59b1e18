import sharedPb from '@eventstore/db-client/generated/shared_pb.js'

/** How a client wants uuids: as text, or as two signed 64-bit halves. */
export type UuidForm = 'string' | 'structured'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The lower-case text of a uuid in either form; null when it is missing or malformed. */
export function readUuid(uuid: sharedPb.UUID | undefined): string | null {
  const halves = uuid?.getStructured()
  const text = halves ? joinHalves(halves) : (uuid?.getString().toLowerCase() ?? '')
  return UUID.test(text) ? text : null
}

export function writeUuid(text: string, form: UuidForm): sharedPb.UUID {
  if (form === 'string') return new sharedPb.UUID().setString(text)
  const hex = text.replaceAll('-', '')
  const halves = new sharedPb.UUID.Structured()
  halves.setMostSignificantBits(signed(hex.slice(0, 16)))
  halves.setLeastSignificantBits(signed(hex.slice(16)))
  return new sharedPb.UUID().setStructured(halves)
}

function signed(hex: string): string {
  return BigInt.asIntN(64, BigInt(`0x${hex}`)).toString()
}

function joinHalves(halves: sharedPb.UUID.Structured): string {
  const hex = unsigned(halves.getMostSignificantBits()) + unsigned(halves.getLeastSignificantBits())
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

function unsigned(half: string): string {
  return BigInt.asUintN(64, BigInt(half)).toString(16).padStart(16, '0')
}
