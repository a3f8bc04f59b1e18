import type { FastifyInstance } from 'fastify'
import type { BusinessNumber } from './business-number.ts'
import { graphError, unknownObject } from './graph-error.ts'
import { type Json, objectOf } from './json.ts'
import { mediumInfo } from './media-routes.ts'
import type { Simulator } from './simulator.ts'

type ById = { Params: { version: string; id: string }; Querystring: { fields?: string } }

/** The phone number's health, a medium's address, and the business profile. */
export function numberRoutes(app: FastifyInstance, simulator: Simulator): void {
  app.get<ById>('/:version/:id', async (request, reply) => {
    const { id } = request.params
    const medium = simulator.media.get(id)
    if (medium) return mediumInfo(request, simulator, medium)
    // Any other id may be that of a number.
    const number = simulator.media.isRemoved(id) ? undefined : simulator.number(id)
    if (number) return { ...pickFields(healthOf(number), request.query.fields), id }
    const error = unknownObject(id)
    return reply.code(error.status).send(error.body)
  })

  app.get<ById>('/:version/:id/whatsapp_business_profile', async (request) => {
    const profile = simulator.number(request.params.id)?.profile ?? {}
    return {
      data: [{ ...pickFields(profile, request.query.fields), messaging_product: 'whatsapp' }],
    }
  })

  app.post<ById>('/:version/:id/whatsapp_business_profile', async (request, reply) => {
    const { messaging_product, ...change } = objectOf(request.body)
    const error =
      messaging_product === 'whatsapp' ? profileError(change) : 'messaging_product is required'
    if (error) {
      const refusal = graphError(100, error)
      return reply.code(refusal.status).send(refusal.body)
    }
    Object.assign(simulator.number(request.params.id)?.profile ?? {}, change)
    return { success: true }
  })
}

const MAX_LENGTHS: Record<string, number> = {
  about: 139,
  address: 256,
  description: 512,
  email: 128,
}

function profileError(change: Json): string | undefined {
  for (const [field, most] of Object.entries(MAX_LENGTHS)) {
    if ([...String(change[field] ?? '')].length > most)
      return `${field} has more than ${most} characters`
  }
  if (change.about === '') return 'about must not be empty'
  const { websites } = change
  return Array.isArray(websites) && websites.length > 2 ? 'at most 2 websites' : undefined
}

/** A healthy number, with the fields that the control API has set. */
function healthOf(number: BusinessNumber): Json {
  const entity = (entity_type: string, id: string) => ({
    entity_type,
    id,
    can_send_message: 'AVAILABLE',
  })
  return {
    display_phone_number: `+${number.display_phone_number}`,
    verified_name: 'Loja A',
    quality_rating: 'GREEN',
    platform_type: 'CLOUD_API',
    code_verification_status: 'VERIFIED',
    throughput: { level: 'STANDARD' },
    is_on_biz_app: false,
    whatsapp_business_manager_messaging_limit: 'TIER_2K',
    status: 'CONNECTED',
    name_status: 'APPROVED',
    health_status: {
      can_send_message: 'AVAILABLE',
      entities: [
        entity('PHONE_NUMBER', number.phone_number_id),
        entity('WABA', number.waba_id),
        entity('BUSINESS', '10300001'),
        entity('APP', '10400001'),
      ],
    },
    ...number.health,
  }
}

/** The fields named in `fields`; all when it names none. */
function pickFields(object: Json, fields: string | undefined): Json {
  if (!fields) return object
  const wanted = fields.split(',')
  return Object.fromEntries(Object.entries(object).filter(([name]) => wanted.includes(name)))
}
