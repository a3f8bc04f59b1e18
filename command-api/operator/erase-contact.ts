import { survivorOf } from '@recado/application/contacts/contact-state'
import { readErasure } from '@recado/application/contacts/read-erasure'
import { streamOf } from '@recado/application/ids'
import { Erasure } from '@recado/contract/erasure'
import { Uuid } from '@recado/contract/ids'
import { contact } from '@recado/domain/contact/contact'
import { notFound } from '@recado/infra/http/http-problem'
import { runOn } from '@recado/infra/postgres/run'
import { z } from 'zod'
import { begunErasure, ERASING, prepareErasure } from '../contacts/erasing.ts'
import { operatorCommand } from '../routing/command-route.ts'
import { operatorRoute } from '../routing/route.ts'

/** DELETE /contacts/{id}, of any account: as the account's own call. */
export const operatorEraseContactRoute = operatorCommand({
  ...ERASING,
  method: 'DELETE',
  url: '/contacts/:id',
  summary: 'Erase a person',
  description:
    'For good, as DELETE /contacts/{id} of the account does. Erasing twice is the same answer.',
  params: z.object({ id: Uuid }),
  problems: [404],
  prepare: async ({ params: { id } }, deps) => {
    const account_id =
      (await deps.store.readLast(streamOf(contact, id)))?.metadata.account_id ?? null
    if (account_id === null) return notFound()
    return prepareErasure(deps, { account_id, contact_id: id })
  },
  account: ({ account_id }) => account_id,
  stream: ({ survivor }) => survivor,
  answer: begunErasure,
})

/** GET /contacts/{id}/erasure, of any account. */
export const operatorShowErasureRoute = operatorRoute({
  method: 'GET',
  url: '/contacts/:id/erasure',
  summary: 'How far the erasure of a person is',
  params: z.object({ id: Uuid }),
  problems: [404],
  reply: { 200: z.object({ data: Erasure }) },
  async handle({ params: { id } }, deps) {
    const survivor = (await survivorOf(deps, id))?.contact_id ?? id
    const data = await readErasure(runOn(deps.pool), survivor)
    return data === null ? notFound() : { status: 200, body: { data }, position: null }
  },
})
