import type { SignedIn } from '@recado/contract/dashboard/session'
import { useState } from 'preact/hooks'
import { call } from '../api/client.ts'
import { forgetDrafts } from '../api/drafts.ts'
import { beginSession, endSession, session } from '../api/session.ts'
import { Choice } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Page } from '../parts/page.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { LANGUAGES, type Language, language, loadLanguage, text, theme } from '../text/choose.ts'

/** The signed-in user: password, sessions, language and theme. */
export function Me() {
  const state = session.value
  if (state.kind !== 'in') return null
  const { me, roles } = text()
  const { user, account } = state
  return (
    <Page title={me.title}>
      <section class="card">
        <dl class="facts">
          <dt>{me.who}</dt>
          <dd>
            {user.name} · {user.email}
          </dd>
          <dt>{me.role}</dt>
          <dd>{roles[user.role]}</dd>
          <dt>{me.account}</dt>
          <dd>{account.name}</dd>
          <dt>{me.plan}</dt>
          <dd>{me.plans[account.plan]}</dd>
        </dl>
      </section>
      <LanguageAndTheme />
      <Password />
      <section class="card">
        <h2>{me.everywhere}</h2>
        <p class="muted">{me.everywhereMore}</p>
        <Form
          submit={me.everywhere}
          isDanger
          onSubmit={async () => {
            await call('DELETE', '/sessions')
            forgetDrafts()
            endSession()
          }}
        >
          {null}
        </Form>
      </section>
    </Page>
  )
}

function LanguageAndTheme() {
  const { me } = text()
  const languages = Object.entries(LANGUAGES) as [Language, string][]
  return (
    <section class="card">
      <h2>{me.look}</h2>
      <div class="row">
        <Choice
          label={me.language}
          value={language.value}
          choices={languages}
          // A newer release has other files, so the page is loaded again.
          onChange={(chosen) => void loadLanguage(chosen).catch(() => location.reload())}
        />
        <Choice
          label={me.theme}
          value={theme.value}
          choices={[
            ['auto', me.themes.auto],
            ['light', me.themes.light],
            ['dark', me.themes.dark],
          ]}
          onChange={(chosen) => {
            theme.value = chosen
          }}
        />
      </div>
    </section>
  )
}

function Password() {
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [isChanged, setChanged] = useState(false)
  const { me, setup } = text()
  const change = async () => {
    const body = { current, password }
    const { data } = await call<{ data: SignedIn }>('PUT', '/password', body)
    beginSession(data)
    setCurrent('')
    setPassword('')
    setChanged(true)
  }
  return (
    <section class="card">
      <h2>{me.change}</h2>
      <Form
        submit={me.change}
        onSubmit={change}
        isReady={current !== '' && password !== ''}
        errorText={({ status }) => (status === 403 ? me.wrong : status === 422 ? setup.rule : null)}
      >
        <PasswordField label={me.current} kind="current" value={current} onInput={setCurrent} />
        <PasswordField
          label={me.next}
          kind="new"
          hint={setup.about}
          value={password}
          onInput={setPassword}
        />
      </Form>
      {isChanged ? (
        <p class="notice good" role="status">
          {me.changed}
        </p>
      ) : null}
    </section>
  )
}
