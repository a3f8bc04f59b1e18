import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'

/** A code to scan, dark on light in every theme: cameras want it so. Its encoder is loaded by the few pages that show one. */
export function QrCode({ value, label }: { value: string; label: string }) {
  const code = useSignal<Code | null>(null)
  useEffect(() => {
    let isShown = true
    void codeOf(value).then((made) => {
      if (isShown) code.value = made
    })
    return () => {
      isShown = false
    }
  }, [value])
  if (code.value === null) return <div class="qr" role="img" aria-label={label} />
  const { size, path } = code.value
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label}>
      <path d={path} shape-rendering="crispEdges" />
    </svg>
  )
}

type Code = { readonly size: number; readonly path: string }

async function codeOf(value: string): Promise<Code> {
  const { encode } = await import('uqr')
  const { data, size } = encode(value, { ecc: 'L', border: 4 })
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
  return { size, path: path.join('') }
}
