import { gatewaysInUse } from '@recado/application/gateways/gateways-in-use'
import { OperatorGateway } from '@recado/contract/operator-gateway'
import { partOfList, wholeListQuery } from '@recado/contract/page'
import { z } from 'zod'
import { shownGateway } from '../gateways/shown-gateway.ts'
import { operatorRoute } from '../routing/route.ts'

export const listGatewaysRoute = operatorRoute({
  method: 'GET',
  url: '/gateways',
  summary: 'List the gateways of freemium numbers',
  description: 'That of `WAHA_URL` first, then the others in order of registration.',
  query: z.object(wholeListQuery()),
  reply: { 200: z.object({ data: z.array(OperatorGateway) }) },
  async handle({ query }, deps) {
    const data = partOfList(gatewaysInUse(deps).map(shownGateway), query)
    return { status: 200, body: { data }, position: null }
  },
})
