import type { Json } from './json.ts'

/** A phone number of a business, and the credentials of its app. */
export type BusinessNumber = {
  phone_number_id: string
  waba_id: string
  /** Digits, as webhooks carry them. */
  display_phone_number: string
  app_secret: string
  /** The Bearer token that calls must carry; null: any. */
  token: string | null
  profile: Json
  /** Fields of the phone number that differ from a healthy one. */
  health: Json
}

/** A number to add; fields left out have defaults. */
export type NewBusinessNumber = Pick<BusinessNumber, 'phone_number_id'> & Partial<BusinessNumber>
