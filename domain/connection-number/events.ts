import type { FieldClasses } from '../field-classes.ts'

/** The provider's number was claimed for this connection alone. Stream: uuid of provider and number or session. */
export type NumberClaimed = {
  type: 'NumberClaimed'
  data: {
    /** Name of the provider, such as official_cloud_api or freemium. */
    provider: string
    /** The phone_number_id, or the name of the session. */
    number: string
    account_id: string
    connection_id: string
    claimed_at: string
  }
}

/** The connection gave the number up; it may serve another connection. */
export type NumberReleased = {
  type: 'NumberReleased'
  data: { connection_id: string; released_at: string }
}

export type ConnectionNumberEvent = NumberClaimed | NumberReleased

export const CONNECTION_NUMBER_FIELDS = {
  NumberClaimed: { number: 'personal', provider: 'plain' },
  NumberReleased: {},
} satisfies FieldClasses<ConnectionNumberEvent>
