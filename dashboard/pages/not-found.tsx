import { Page } from '../parts/page.tsx'
import { Empty } from '../parts/states.tsx'
import { text } from '../text/choose.ts'

/** The page of an address that has none. */
export function NotFound() {
  const { state } = text()
  return (
    <Page title={state.notFound}>
      <Empty title={state.notFoundMore}>
        <a class="button" href="/dashboard">
          {state.toHome}
        </a>
      </Empty>
    </Page>
  )
}
