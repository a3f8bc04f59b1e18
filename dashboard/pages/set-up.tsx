import type { SignedIn } from '@recado/contract/dashboard/session'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { call } from '../api/client.ts'
import { beginSession } from '../api/session.ts'
import { Form } from '../parts/form.tsx'
import { SignedOutPage } from '../parts/page.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { text } from '../text/choose.ts'

/** Sets the first password by an invitation link. The token follows the #, so no server logs it. */
export function SetUp() {
  const [token] = useState(() => location.hash.slice(1))
  const [password, setPassword] = useState('')
  const { route } = useLocation()
  const { setup } = text()
  const submit = async () => {
    const { data } = await call<{ data: SignedIn }>('POST', '/setup', { token, password })
    beginSession(data)
    route('/dashboard', true)
  }
  if (token === '')
    return (
      <SignedOutPage title={setup.title}>
        <p>{setup.without}</p>
      </SignedOutPage>
    )
  return (
    <SignedOutPage title={setup.title}>
      <Form
        submit={setup.submit}
        onSubmit={submit}
        isReady={password !== ''}
        errorText={({ status }) =>
          status === 404 ? setup.void : status === 422 ? setup.rule : null
        }
      >
        <PasswordField
          label={setup.password}
          kind="new"
          hint={setup.about}
          value={password}
          onInput={setPassword}
          autofocus
        />
      </Form>
    </SignedOutPage>
  )
}
