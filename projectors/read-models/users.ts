import type { UserAdded, UserEvent } from '@recado/domain/user/events'
import type { UserSessionEvent } from '@recado/domain/user-session/events'
import { projection } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'

type UserRow = Omit<UserAdded['data'], 'user_id' | 'email' | 'name'> & {
  readonly id: string
  /** Null once the user is erased. */
  readonly email: string | null
  readonly name: string | null
  readonly password_ref: string | null
  readonly setup_sha256: string | null
  readonly setup_expires_at: string | null
  readonly last_signed_in_at: string | null
  readonly removed_at: string | null
}

/** One row per user, removed ones too, because their actions still name them; one who is erased keeps only the id. */
const users = table<UserRow>({ name: 'users' })

const NEW = {
  password_ref: null,
  setup_sha256: null,
  setup_expires_at: null,
  last_signed_in_at: null,
  removed_at: null,
}

const change = rowChanger(users)

const ERASED = { email: null, name: null, ...NEW }

export const usersProjection = projection<UserEvent | UserSessionEvent>({
  name: 'users',
  tables: [users],
  ddl: new URL('./users.sql', import.meta.url),
  on: {
    UserAdded: async ({ data: { user_id: id, ...added } }, rows) => {
      // A removed user may return under the same id.
      await rows.get(users, id)
      rows.put(users, { id, ...added, ...NEW })
    },
    UserSetupIssued: ({ data: { user_id, sha256, expires_at } }, rows) =>
      change(rows, user_id, { setup_sha256: sha256, setup_expires_at: expires_at }),
    UserPasswordSet: ({ data: { user_id, secret_ref } }, rows) =>
      change(rows, user_id, {
        password_ref: secret_ref,
        setup_sha256: null,
        setup_expires_at: null,
      }),
    UserRoleChanged: ({ data: { user_id, role } }, rows) => change(rows, user_id, { role }),
    UserRemoved: ({ data: { user_id, removed_at } }, rows) => change(rows, user_id, { removed_at }),
    UserErased: ({ data: { user_id, erased_at } }, rows) =>
      change(rows, user_id, ({ removed_at }) => ({
        ...ERASED,
        removed_at: removed_at ?? erased_at,
      })),
    UserSignedIn: ({ data: { user_id, signed_in_at } }, rows) =>
      change(rows, user_id, { last_signed_in_at: signed_in_at }),
  },
})
