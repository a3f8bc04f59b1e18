import { exactText } from '@recado/domain/exact-json'
import { type Json, nativeRecord } from '@recado/domain/provider-event/loose-json'
import type { RawEvent } from '../intake/raw-event.ts'

/** The payload of a raw event, with the numbers and the order of fields that its provider sent. */
export function payloadOf({ data }: RawEvent): Json {
  return nativeRecord(data.payload)
}

/** The JSON text of a document that contains native values. */
export function exactDocument(document: object): string {
  return exactText(document)
}
