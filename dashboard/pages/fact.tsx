import type { Fact } from '@recado/contract/dashboard/fact'
import { useRoute } from 'preact-iso'
import { useQuery } from '../api/query.ts'
import { Page } from '../parts/page.tsx'
import { Loaded } from '../parts/states.tsx'
import { Time } from '../parts/time.tsx'
import { text } from '../text/choose.ts'
import { factSentence } from '../text/fact-sentence.ts'
import { FactDetails } from './live/fact-details.tsx'

/** One fact, by its position. */
export function FactPage() {
  const { position = '' } = useRoute().params
  const query = useQuery<{ data: Fact }>(`/facts/${position}`)
  return (
    <Page title={text().live.fact}>
      <Loaded query={query} rows={6}>
        {({ data }) => (
          <section class="card">
            <p class="said">{factSentence(data)}</p>
            <p class="muted">
              <Time at={data.at} />
            </p>
            <FactDetails fact={data} />
          </section>
        )}
      </Loaded>
    </Page>
  )
}
