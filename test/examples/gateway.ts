import type {
  GatewayChanged,
  GatewayRegistered,
  GatewayRemoved,
  GatewayStatusChanged,
} from '@recado/domain/gateway/events'

export const gatewayId = '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01'

export const gatewayRegistered: GatewayRegistered = {
  type: 'GatewayRegistered',
  data: {
    gateway_id: gatewayId,
    address: 'https://waha-2.internal:3000',
    max_sessions: 200,
    secret_refs: { api_key: '5b0f8f8e-0000-4000-8000-00000000f001' },
    registered_at: '2026-01-01T09:00:00.000Z',
  },
}

export const gatewayChanged: GatewayChanged = {
  type: 'GatewayChanged',
  data: {
    gateway_id: gatewayId,
    address: 'https://waha-2.internal:3000',
    max_sessions: 0,
    secret_refs: { api_key: '5b0f8f8e-0000-4000-8000-00000000f001' },
    changed_at: '2026-01-02T09:00:00.000Z',
  },
}

export const gatewayRemoved: GatewayRemoved = {
  type: 'GatewayRemoved',
  data: { gateway_id: gatewayId, removed_at: '2026-01-04T09:00:00.000Z' },
}

export const gatewayStatusChanged: GatewayStatusChanged = {
  type: 'GatewayStatusChanged',
  data: {
    gateway_id: gatewayId,
    status: 'silent',
    reason: 'unreachable',
    changed_at: '2026-01-03T09:00:00.000Z',
  },
}
