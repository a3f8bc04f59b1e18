import { changeGateway } from '@recado/domain/gateway/change-gateway'
import { changeGatewayStatus } from '@recado/domain/gateway/change-gateway-status'
import { gateway } from '@recado/domain/gateway/gateway'
import { registerGateway } from '@recado/domain/gateway/register-gateway'
import { removeGateway } from '@recado/domain/gateway/remove-gateway'
import { test } from 'tap'
import {
  gatewayId as gateway_id,
  gatewayChanged,
  gatewayRegistered,
  gatewayRemoved,
  gatewayStatusChanged,
} from '../../examples/gateway.ts'
import { deciding } from '../../kit/deciding.ts'

test('a gateway is registered once, and not after it was removed', async () => {
  const given = deciding(gateway, registerGateway)
  const { registered_at: at, ...asked } = gatewayRegistered.data
  given()
    .when({ ...asked, at })
    .appends(gatewayRegistered)
  given(gatewayRegistered)
    .when({ ...asked, at })
    .appends()
  given(gatewayRegistered, gatewayRemoved)
    .when({ ...asked, at })
    .appends()
})

test('what is given of a gateway changes, and the rest stays', async () => {
  const given = deciding(gateway, changeGateway)
  const { changed_at: at } = gatewayChanged.data
  given(gatewayRegistered).when({ gateway_id, max_sessions: 0, at }).appends(gatewayChanged)
  given(gatewayRegistered, gatewayChanged).when({ gateway_id, max_sessions: 0, at }).appends()
  const key = { api_key: 'another' }
  given(gatewayRegistered, gatewayChanged)
    .when({ gateway_id, secret_refs: key, at })
    .appends({ type: 'GatewayChanged', data: { ...gatewayChanged.data, secret_refs: key } })
  const address = 'http://waha-3:3000'
  given(gatewayRegistered, gatewayChanged)
    .when({ gateway_id, address, secret_refs: {}, at })
    .appends({ type: 'GatewayChanged', data: { ...gatewayChanged.data, address, secret_refs: {} } })
  given().when({ gateway_id, max_sessions: 0, at }).refuses('gateway_not_found')
  given(gatewayRegistered, gatewayRemoved)
    .when({ gateway_id, max_sessions: 0, at })
    .refuses('gateway_not_found')
})

test('a gateway is removed once no number uses it', async () => {
  const given = deciding(gateway, removeGateway)
  const { removed_at: at } = gatewayRemoved.data
  given(gatewayRegistered).when({ gateway_id, sessions: 1, at }).refuses('gateway_in_use')
  given(gatewayRegistered).when({ gateway_id, sessions: 0, at }).appends(gatewayRemoved)
  given(gatewayRegistered, gatewayRemoved).when({ gateway_id, sessions: 0, at }).appends()
  given().when({ gateway_id, sessions: 0, at }).refuses('gateway_not_found')
})

test('a gateway answers until it is known that it does not', async () => {
  const given = deciding(gateway, changeGatewayStatus)
  const { changed_at: at, ...silent } = gatewayStatusChanged.data
  const answering = { gateway_id, status: 'answering', reason: null } as const
  given(gatewayRegistered)
    .when({ ...silent, at })
    .appends(gatewayStatusChanged)
  given(gatewayRegistered)
    .when({ ...answering, at })
    .appends()
  given(gatewayRegistered, gatewayStatusChanged)
    .when({ ...silent, at })
    .appends()
  given(gatewayRegistered, gatewayStatusChanged)
    .when({ ...answering, at })
    .appends({ type: 'GatewayStatusChanged', data: { ...answering, changed_at: at } })
  given(gatewayRegistered, gatewayRemoved)
    .when({ ...silent, at })
    .appends()
})

test('the first gateway, which is never registered, has a status too', async () => {
  const given = deciding(gateway, changeGatewayStatus)
  const { changed_at: at, ...silent } = { ...gatewayStatusChanged.data, gateway_id: null }
  given()
    .when({ ...silent, at })
    .appends({ type: 'GatewayStatusChanged', data: { ...silent, changed_at: at } })
})
