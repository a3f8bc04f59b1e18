import type { FieldClasses } from '../field-classes.ts'

/** The provider's number serves this connection, and so one account. Stream: uuid of provider + number or session. */
export type NumberClaimed = {
  type: 'NumberClaimed'
  data: {
    /** Such as official_cloud_api or freemium. */
    provider: string
    /** phone_number_id or session name. */
    number: string
    account_id: string
    connection_id: string
    claimed_at: string
  }
}

/** The number may serve another connection. */
export type NumberReleased = {
  type: 'NumberReleased'
  data: { connection_id: string; released_at: string }
}

export type ConnectionNumberEvent = NumberClaimed | NumberReleased

/** Which fields of each fact are personal or raw. */
export const CONNECTION_NUMBER_FIELDS = {
  NumberClaimed: { number: 'personal', provider: 'plain' },
  NumberReleased: {},
} satisfies FieldClasses<ConnectionNumberEvent>
