import type {
  BusinessProfileChanged,
  ConnectionCredentialsReplaced,
  ConnectionMoved,
  ConnectionNoticed,
  ConnectionNumberLearned,
  ConnectionRegistered,
  ConnectionStatusChanged,
  ConnectionThroughputChanged,
  FormerSessionEnded,
} from '@recado/domain/connection/events'
import type { NumberClaimed, NumberReleased } from '@recado/domain/connection-number/events'
import { accountId } from './account.ts'
import { gatewayId } from './gateway.ts'

export const connectionId = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01'
export const freemiumId = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c02'

export const connectionRegistered: ConnectionRegistered = {
  type: 'ConnectionRegistered',
  data: {
    connection_id: connectionId,
    account_id: accountId,
    type: 'official',
    status: 'connected',
    phone_number: '+55 11 98765-4321',
    phone_number_digits: '5511987654321',
    phone_number_id: '106540352242922',
    waba_id: '102290129340398',
    session: null,
    secret_refs: {
      token: '5b0f8f8e-0000-4000-8000-00000000c001',
      app_secret: '5b0f8f8e-0000-4000-8000-00000000c002',
    },
    registered_at: '2026-01-01T09:10:00.000Z',
  },
}

export const connectionCredentialsReplaced: ConnectionCredentialsReplaced = {
  type: 'ConnectionCredentialsReplaced',
  data: {
    connection_id: connectionId,
    secret_refs: {
      ...connectionRegistered.data.secret_refs,
      app_secret: 'second',
      app_secret_previous: 'first',
    },
    replaced_at: '2026-01-04T09:00:00.000Z',
  },
}

export const freemiumRegistered: ConnectionRegistered = {
  type: 'ConnectionRegistered',
  data: {
    ...connectionRegistered.data,
    connection_id: freemiumId,
    type: 'freemium',
    status: 'pending',
    phone_number: null,
    phone_number_digits: null,
    phone_number_id: null,
    waba_id: null,
    session: 'conn_estrela',
    secret_refs: { hmac_key: '5b0f8f8e-0000-4000-8000-00000000c003' },
  },
}

export const connectionNumberLearned: ConnectionNumberLearned = {
  type: 'ConnectionNumberLearned',
  data: {
    connection_id: freemiumId,
    phone_number: '+55 21 91234-5678',
    phone_number_digits: '5521912345678',
    learned_at: '2026-01-01T09:12:00.000Z',
  },
}

export const connectionStatusChanged: ConnectionStatusChanged = {
  type: 'ConnectionStatusChanged',
  data: {
    connection_id: connectionId,
    status: 'error',
    previous_status: 'connected',
    reason: 'auth_failed',
    details: { code: 190 },
    changed_at: '2026-01-02T09:00:00.000Z',
  },
}

export const connectionNoticed: ConnectionNoticed = {
  type: 'ConnectionNoticed',
  data: {
    connection_id: connectionId,
    kind: 'quality',
    value: { event: 'FLAGGED' },
    noticed_at: '2026-01-02T10:00:00.000Z',
  },
}

export const connectionThroughputChanged: ConnectionThroughputChanged = {
  type: 'ConnectionThroughputChanged',
  data: {
    connection_id: connectionId,
    messages_per_second: 1_000,
    level: 'HIGH',
    changed_at: '2026-01-03T09:00:00.000Z',
  },
}

export const connectionMoved: ConnectionMoved = {
  type: 'ConnectionMoved',
  data: {
    connection_id: freemiumId,
    gateway_id: gatewayId,
    previous_gateway_id: null,
    placement: 1,
    moved_at: '2026-01-03T10:00:00.000Z',
  },
}

export const formerSessionEnded: FormerSessionEnded = {
  type: 'FormerSessionEnded',
  data: {
    connection_id: freemiumId,
    gateway_id: null,
    ended_at: '2026-01-03T10:00:05.000Z',
  },
}

export const businessProfileChanged: BusinessProfileChanged = {
  type: 'BusinessProfileChanged',
  data: {
    connection_id: connectionId,
    changed: { about: 'Pães frescos' },
    changed_at: '2026-01-02T11:00:00.000Z',
  },
}

export const numberClaimed: NumberClaimed = {
  type: 'NumberClaimed',
  data: {
    provider: 'official_cloud_api',
    number: '106540352242922',
    account_id: accountId,
    connection_id: connectionId,
    claimed_at: '2026-01-01T09:09:00.000Z',
  },
}

export const numberReleased: NumberReleased = {
  type: 'NumberReleased',
  data: { connection_id: connectionId, released_at: '2026-01-04T09:00:00.000Z' },
}
