import type { ControlRoute } from '@recado/simulators/control-route'
import { ordinaryBehaviour } from '@recado/simulators/graph-api/behaviour'
import { buildGraphSimulator } from '@recado/simulators/graph-api/graph-simulator'
import { ordinaryBehaviour as ordinaryGateway } from '@recado/simulators/waha/behaviour'
import { buildWahaSimulator } from '@recado/simulators/waha/waha-simulator'

/** The text of docs/simulator.md: every route that controls a simulator, read from the simulators themselves. */
export function simulatorPage(): string {
  const meta = buildGraphSimulator({ appSecret: '' })
  const waha = buildWahaSimulator()
  const parts = [
    INTRODUCTION,
    section('The simulator of Meta', meta.controls, ordinaryBehaviour(false)),
    section('The simulator of WAHA', waha.controls, ordinaryGateway(false)),
  ]
  return `${parts.join('\n\n')}\n`
}

const INTRODUCTION = `# The simulators

\`npm start\` runs a simulated WhatsApp: Meta's Graph API for official numbers, and a WAHA gateway for the others. They
answer as the real ones do, post signed webhooks, and repeat those that are not accepted. Under \`/_sim\` they are
controlled: messages of users, errors, delays, losses, duplicates. \`npm run docs\` writes this page from their routes.
Answers are \`{"data": …}\`, or \`{"error": {"message"}}\` with status 400.

\`recado trigger message\` makes a person write without any of this. By hand, beside a running \`npm start\`:

\`\`\`sh
demo() { node -p "d=require('./.recado/demo.json');$1"; }
SIM=$(demo d.simulators.graph)
NUMBER=$(demo d.accounts[0].connections[0].phone_number_id)

# A user whose phone is hidden writes; Recado receives a signed webhook.
curl -fsS "$SIM/_sim/users/5531987654321/messages" -H 'content-type: application/json' \\
  -d "{\\"phone_number_id\\":\\"$NUMBER\\",\\"name\\":\\"Ana Reis\\",\\"hide_phone\\":true,\\"text\\":{\\"body\\":\\"Oi\\"}}"

# The next send to this phone fails as outside the window of 24 hours.
curl -fsS "$SIM/_sim/faults" -H 'content-type: application/json' \\
  -d '{"kind":"error","code":131047,"to":"5531987654321"}'

# A webhook of any bytes, signed as Meta signs it.
curl -fsS "$SIM/_sim/webhooks?phone_number_id=$NUMBER" -H 'content-type: application/octet-stream' \\
  -d '{"object":"whatsapp_business_account","entry":[]}'

# The posted webhooks, and Recado's answers.
curl -fsS "$SIM/_sim/webhooks"
\`\`\``

function section(title: string, controls: readonly ControlRoute[], behaviour: object): string {
  const routes = controls.map(({ method, url, about }) => `| \`${method} ${url}\` | ${about} |`)
  const fields = Object.entries(behaviour).map(
    ([name, value]) => `| \`${name}\` | \`${JSON.stringify(value)}\` |`,
  )
  return [
    `## ${title}\n`,
    '| Route | Does |\n|---|---|',
    ...routes,
    '\nThe behaviour. Shares are 0 to 1, times in milliseconds:\n',
    '| Field | Ordinary |\n|---|---|',
    ...fields,
  ].join('\n')
}
