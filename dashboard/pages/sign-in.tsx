import type { SignedIn } from '@recado/contract/dashboard/session'
import { useState } from 'preact/hooks'
import { call } from '../api/client.ts'
import { beginSession } from '../api/session.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { SignedOutPage } from '../parts/page.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { text } from '../text/choose.ts'

/** The sign-in form. The address stays, so the requested page follows. */
export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { signIn } = text()
  const submit = async () => {
    const { data } = await call<{ data: SignedIn }>('POST', '/session', { email, password })
    beginSession(data)
  }
  return (
    <SignedOutPage title={signIn.title}>
      <Form
        submit={signIn.submit}
        onSubmit={submit}
        isReady={email !== '' && password !== ''}
        errorText={({ status }) => (status === 401 || status === 422 ? signIn.wrong : null)}
      >
        <Field
          label={signIn.email}
          type="email"
          autocomplete="username"
          value={email}
          onInput={setEmail}
          autofocus
        />
        <PasswordField
          label={signIn.password}
          kind="current"
          value={password}
          onInput={setPassword}
        />
      </Form>
      <p class="muted small">{signIn.forgot}</p>
    </SignedOutPage>
  )
}
