import type { IdentityKind } from '@recado/domain/contact-identity/events'
import { SHOWN_KINDS } from '@recado/domain/contact-identity/kinds'
import fc from 'fast-check'
import { graphPost, textMessage } from '../../translation/graph-post.ts'
import { contactsOf } from './people-in-the-log.ts'
import type { Said, World } from './people-world.ts'

const one = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined })
const said = fc
  .record({
    phone: one(['5511911110001', '5511911110002']),
    business_scoped_user_id: one(['BR.1', 'BR.2']),
    parent_business_scoped_user_id: one(['BR.ENT.1']),
    username: one(['ana', 'bia']),
  })
  .map((names) => Object.fromEntries(Object.entries(names).filter(([, name]) => name)) as Said)
  .filter((names) => Object.keys(names).length > 0)

/** An action of a caller, a send or the provider. */
export const step = fc.oneof(
  fc.record({ does: fc.constant('post' as const), said }),
  fc.record({
    does: fc.constant('patch' as const),
    said,
    clears: one(SHOWN_KINDS),
    whom: fc.nat(3),
  }),
  fc.record({ does: fc.constant('send' as const), said }),
  fc.record({ does: fc.constant('learns' as const), said, lid: fc.constantFrom('77', '88') }),
  fc.record({ does: fc.constant('hears' as const), said, isTwice: fc.boolean() }),
  fc.record({ does: fc.constant('changes' as const), said, to: said }),
  fc.record({ does: fc.constant('lists' as const), said }),
)
export type Step = (typeof step extends fc.Arbitrary<infer S> ? S : never) & {
  /** The provider's timestamp; before everything else by default. */
  readonly timestamp?: string
}

const moved = fc.record({
  phone: fc.constantFrom('5511911110001', '5511911110002'),
  business_scoped_user_id: fc.constantFrom('BR.1', 'BR.2', 'BR.3'),
})
const called = fc.record({ phone: fc.constantFrom('5511911110001', '5511911110002') })

/** An action while numbers move between people, timestamped before or after everything else. */
export const movingStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    does: fc.constant('hears' as const),
    said: moved,
    isTwice: fc.boolean(),
    timestamp: fc.constantFrom('1767225599', '1798761600'),
  }),
  fc.record({ does: fc.constant('send' as const), said: called }),
  fc.record({ does: fc.constant('post' as const), said: called }),
)

/** Executes the nth step. */
export async function take(world: World, step: Step, n: number): Promise<unknown> {
  switch (step.does) {
    case 'post':
      return world.edit(n, null, step.said)
    case 'patch': {
      const contact_id = [...contactsOf(world).keys()][step.whom]
      return contact_id && world.edit(n, contact_id, step.said, step.clears)
    }
    case 'send':
      return world.resolve(n, given(step.said))
    case 'learns': {
      const { phone } = step.said
      if (phone === undefined) return
      return world.resolve(n, [
        { kind: 'phone', value: phone },
        { kind: 'lid', value: step.lid },
      ])
    }
    case 'hears':
      return world.hear(messageOf(step.said, n, step.timestamp), step.isTwice)
    case 'changes':
      return world.change(changeOf(step, n))
    case 'lists':
      return world.change(addressBookOf(step.said), 'smb_app_state_sync')
  }
}

const given = (names: Said) =>
  Object.entries(names).map(([kind, value]) => ({ kind: kind as IdentityKind, value }))

/** A message names at least a number or an id. */
function messageOf(names: Said, n: number, timestamp?: string) {
  const { phone, business_scoped_user_id: user_id, username } = names
  const wa_id = phone ?? (user_id === undefined ? '5511911110001' : undefined)
  const from_parent_user_id = names.parent_business_scoped_user_id
  const message = textMessage(`wamid.${n}`, 'Oi', {
    from: wa_id,
    from_user_id: user_id,
    from_parent_user_id,
    ...(timestamp && { timestamp }),
  })
  return graphPost({ contacts: [{ profile: { username }, wa_id, user_id }], messages: [message] })
}

function changeOf({ said, to }: Step & { does: 'changes' }, n: number) {
  const system = {
    type: 'user_changed_number',
    wa_id: to.phone ?? '5511911110002',
    user_id: to.business_scoped_user_id,
  }
  const message = textMessage(`wamid.${n}`, '', {
    type: 'system',
    system,
    from: said.phone ?? '5511911110001',
    from_user_id: said.business_scoped_user_id,
  })
  return graphPost({ messages: [message] })
}

function addressBookOf(names: Said) {
  const { phone: phone_number, business_scoped_user_id: user_id, username } = names
  const parent_user_id = names.parent_business_scoped_user_id
  const contact = { phone_number, user_id, parent_user_id, username }
  const state_sync = [{ type: 'contact', action: 'add', contact }]
  return graphPost({ state_sync }, 'smb_app_state_sync')
}
