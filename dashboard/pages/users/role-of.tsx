import type { User } from '@recado/contract/dashboard/user'
import { ROLES } from '@recado/domain/user/role'
import { useState } from 'preact/hooks'
import { ApiError, call } from '../../api/client.ts'
import { text } from '../../text/choose.ts'

/** A user's role, as a field that changes it. */
export function RoleOf({ user, reload }: { user: User; reload: () => Promise<unknown> }) {
  const [problem, setProblem] = useState<string | null>(null)
  const { roles, users } = text()
  const change = async (role: string) => {
    setProblem(null)
    try {
      await call('PATCH', `/users/${user.id}`, { role })
    } catch (error) {
      if (error instanceof ApiError) setProblem(error.message || text().state.offlineShort)
    }
    await reload()
  }
  return (
    <>
      <select
        aria-label={`${users.role}: ${user.name}`}
        value={user.role}
        onChange={(event) => void change(event.currentTarget.value)}
      >
        {ROLES.map((role) => (
          <option key={role} value={role}>
            {roles[role]}
          </option>
        ))}
      </select>
      {problem === null ? null : (
        <p class="error small" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
