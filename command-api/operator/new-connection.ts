import { textOfKind } from '@recado/contract/bounds'
import { phoneDigits } from '@recado/domain/phone-number'
import { z } from 'zod'

/** Meta's and the gateway's names for things go into paths; these never need escaping there. */
const providerId = (example: string) =>
  z.string().regex(/^[\w.-]{1,100}$/, `must be an id such as ${example}`)

const phoneNumber = z
  .string()
  .refine((text) => /^\d{8,15}$/.test(phoneDigits(text)), 'must have 8 to 15 digits')

/** A credential as it is typed in. */
export const secret = textOfKind('secret').min(1)

/** A number of the WhatsApp Cloud API. */
const OfficialConnection = z.object({
  type: z.literal('official'),
  phone_number: phoneNumber,
  phone_number_id: providerId('106540352242922'),
  waba_id: providerId('102290129340398'),
  token: secret,
  app_secret: secret,
})

/** A number paired at the gateway. */
const FreemiumConnection = z.object({
  type: z.literal('freemium'),
  session: providerId('conn_1'),
  phone_number: phoneNumber.optional().describe('Where it is known before the gateway tells it.'),
  hmac_key: secret.optional().describe("Signs this session's hooks, if it has a key of its own."),
})

/** Body of POST /accounts/{id}/connections. */
export const NewConnection = z.discriminatedUnion('type', [OfficialConnection, FreemiumConnection])
export type NewConnection = z.output<typeof NewConnection>

/** What the provider calls the number: one of these serves one connection. */
export function providerNumber(asked: NewConnection) {
  return asked.type === 'official'
    ? ({ provider: 'official_cloud_api', number: asked.phone_number_id } as const)
    : ({ provider: 'freemium', number: asked.session } as const)
}

/** The provider's credentials, by the names that facts refer to them with. */
export function credentials(asked: NewConnection): Readonly<Record<string, string>> {
  if (asked.type === 'official') return { token: asked.token, app_secret: asked.app_secret }
  return asked.hmac_key === undefined ? {} : { hmac_key: asked.hmac_key }
}

/** What is known of the number beside its credentials. A freemium number has yet to be paired. */
export function described(asked: NewConnection) {
  const { type, phone_number = null } = asked
  return asked.type === 'official'
    ? {
        type,
        status: 'connected' as const,
        phone_number,
        phone_number_id: asked.phone_number_id,
        waba_id: asked.waba_id,
        session: null,
      }
    : {
        type,
        status: 'pending' as const,
        phone_number,
        phone_number_id: null,
        waba_id: null,
        session: asked.session,
      }
}
