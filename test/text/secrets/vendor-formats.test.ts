import { describe, expect, test } from 'vitest'
import { redact } from '../../../src/text/secrets/redact.js'

// Every sample is put together here, so that no scanner takes this file for a leak.
const LOWER = 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0u1v2w3x4y5z6'
const MIXED = 'aB1cD2eF3gH4iJ5kL6mN7oP8qR9sT0uV1wX2yZ3aB4cD5eF6gH7iJ8kL9mN0oP1qR2sT3uV4wX5yZ6'
const UPPER = MIXED.toUpperCase()
const HEX = '0a1b2c3d4e5f60718293a4b5c6d7e8f9'.repeat(6)
const UUID = ['0a1b2c3d', '4e5f', '6071', '8293', 'a4b5c6d7e8f9'].join('-')
const mixed = (length: number) => MIXED.repeat(6).slice(0, length)
const lower = (length: number) => LOWER.repeat(6).slice(0, length)
const upper = (length: number) => UPPER.repeat(3).slice(0, length)
const hex = (length: number) => HEX.slice(0, length)

const SAMPLES: readonly (readonly [kind: string, head: string, tail: string])[] = [
  ['Anthropic API key', 'sk-ant-', `api03-${mixed(93)}AA`],
  ['OpenRouter API key', 'sk-or-', `v1-${hex(64)}`],
  ['Langfuse secret key', 'sk-lf-', UUID],
  ['OpenAI API key', 'sk-proj-', mixed(120)],
  ['OpenAI API key', 'sk-svcacct-', mixed(80)],
  ['API key', 'sk-', lower(48)],
  ['Groq API key', 'gsk_', mixed(52)],
  ['xAI API key', 'xai-', mixed(80)],
  ['Perplexity API key', 'pplx-', mixed(48)],
  ['Replicate token', 'r8_', mixed(37)],
  ['Hugging Face token', 'hf_', mixed(34)],
  ['NVIDIA API key', 'nvapi-', mixed(64)],
  ['Cerebras API key', 'csk-', lower(48)],
  ['Fireworks API key', 'fw_', mixed(24)],
  ['Jina API key', 'jina_', mixed(60)],
  ['Pinecone API key', 'pcsk_', mixed(70)],
  ['Tavily API key', 'tvly-', `dev-${mixed(32)}`],
  ['LangSmith API key', 'lsv2_pt_', `${hex(32)}_${hex(10)}`],
  ['Firecrawl API key', 'fc-', hex(32)],
  ['E2B API key', 'e2b_', hex(40)],
  ['Google API key', 'AIza', mixed(35)],
  ['AWS access key', 'AKIA', upper(16)],
  ['AWS access key', 'ASIA', upper(16)],
  ['AWS Bedrock API key', 'ABSK', mixed(110)],
  ['Google OAuth client secret', 'GOCSPX-', mixed(28)],
  ['Google OAuth token', 'ya29.', mixed(100)],
  ['Google OAuth refresh token', '1//0', mixed(60)],
  ['DigitalOcean token', 'dop_v1_', hex(64)],
  ['Alibaba Cloud access key', 'LTAI', mixed(20)],
  ['Tencent Cloud secret id', 'AKID', mixed(32)],
  ['Heroku API key', 'HRKU-', mixed(60)],
  ['Fly.io token', 'fm2_', mixed(100)],
  ['Cloudflare token', 'cfut_', mixed(40)],
  ['Cloudflare origin CA key', 'v1.0-', `${hex(24)}-${hex(146)}`],
  ['Netlify token', 'nfp_', mixed(36)],
  ['Render API key', 'rnd_', mixed(32)],
  ['Vercel token', 'vcp_', mixed(56)],
  ['Supabase key', 'sbp_', hex(40)],
  ['PlanetScale credential', 'pscale_tkn_', mixed(43)],
  ['Neon API key', 'napi_', lower(64)],
  ['Databricks token', 'dapi', hex(32)],
  ['Doppler token', 'dp.pt.', mixed(43)],
  ['Pulumi token', 'pul-', hex(40)],
  ['HashiCorp Vault token', 'hvs.', mixed(95)],
  ['Tailscale key', 'tskey-', `auth-${mixed(14)}-${mixed(32)}`],
  ['age secret key', 'AGE-SECRET-KEY-1', upper(58)],
  ['GitHub token', 'ghp_', mixed(36)],
  ['GitHub token', 'ghs_', mixed(36)],
  ['GitHub token', 'github_pat_', mixed(82)],
  ['GitLab token', 'glpat-', mixed(20)],
  ['GitLab runner token', 'GR1348941', mixed(20)],
  ['Bitbucket app password', 'ATBB', mixed(32)],
  ['Atlassian API token', 'ATATT3', mixed(180)],
  ['npm token', 'npm_', mixed(36)],
  ['PyPI token', 'pypi-', `AgEIcHlwaS5vcmc${mixed(120)}`],
  ['RubyGems key', 'rubygems_', hex(48)],
  ['crates.io token', 'cio', mixed(32)],
  ['NuGet key', 'oy2', lower(43)],
  ['Clojars token', 'CLOJARS_', lower(60)],
  ['Docker token', 'dckr_pat_', mixed(27)],
  ['Sentry token', 'sntrys_', mixed(80)],
  ['Postman API key', 'PMAK-', `${hex(24)}-${hex(34)}`],
  ['Figma token', 'figd_', mixed(40)],
  ['Linear key', 'lin_api_', mixed(40)],
  ['Notion token', 'ntn_', `12345678901${mixed(35)}`],
  ['Airtable token', 'pat', `${mixed(14)}.${hex(64)}`],
  ['Buildkite token', 'bkua_', lower(40)],
  ['CircleCI token', 'CCIPAT_', `${mixed(22)}_${hex(40)}`],
  ['SonarQube token', 'sqp_', hex(40)],
  ['New Relic key', 'NRAK-', upper(27)],
  ['Grafana token', 'glsa_', `${mixed(32)}_${hex(8)}`],
  ['Dynatrace token', 'dt0c01.', `${upper(24)}.${upper(64)}`],
  ['PostHog key', 'phx_', mixed(43)],
  ['LaunchDarkly key', 'sdk-', UUID],
  ['Contentful token', 'CFPAT-', mixed(43)],
  ['Sourcegraph token', 'sgp_', `${hex(16)}_${hex(40)}`],
  ['Infracost key', 'ico-', mixed(32)],
  ['Prefect key', 'pnu_', mixed(36)],
  ['ReadMe key', 'rdme_', lower(70)],
  ['Stripe key', 'sk_live_', mixed(24)],
  ['Stripe key', 'rk_test_', mixed(24)],
  ['webhook secret', 'whsec_', mixed(32)],
  ['Square token', 'sq0atp-', mixed(22)],
  ['Shopify token', 'shpat_', hex(32)],
  ['Braintree token', 'access_token$production$', `${lower(16)}$${hex(32)}`],
  ['Razorpay key', 'rzp_live_', mixed(14)],
  ['Plaid token', 'access-production-', UUID],
  ['Flutterwave key', 'FLWSECK-', `${hex(32)}-X`],
  ['EasyPost key', 'EZAK', mixed(54)],
  ['Shippo token', 'shippo_live_', hex(40)],
  ['Duffel token', 'duffel_live_', mixed(43)],
  ['Slack token', 'xoxb-', `123456789012-123456789012-${mixed(24)}`],
  ['Slack token', 'xapp-', `1-A0123456789-1234567890123-${hex(64)}`],
  ['Slack webhook', 'hooks.slack.com/', `services/T0A1B2C3D/B0A1B2C3D/${mixed(24)}`],
  ['Discord webhook', 'discord.com/', `api/webhooks/123456789012345678/${mixed(68)}`],
  ['Teams webhook', 'webhook.office.com/', `webhookb2/${UUID}@${UUID}/IncomingWebhook/${hex(32)}/${UUID}`],
  ['SendGrid API key', 'SG.', `${mixed(22)}.${mixed(43)}`],
  ['Mailgun key', 'key-', hex(32)],
  ['Brevo API key', 'xkeysib-', `${hex(64)}-${mixed(16)}`],
  ['Resend API key', 're_', `${mixed(8)}_${mixed(24)}`],
  ['HubSpot token', 'pat-na1-', UUID],
  ['Twilio API key', 'SK', hex(32)],
  ['Typeform token', 'tfp_', mixed(59)],
  ['Facebook token', 'EAAC', mixed(160)],
  ['X bearer token', 'AAAAAAAAAAAAAAAAAAAAA', mixed(90)],
  ['Mapbox secret token', 'sk.', `eyJ${mixed(60)}.${mixed(22)}`],
  ['Frame.io token', 'fio-u-', mixed(64)],
  ['Telegram bot token', '123456789', `:AA${mixed(33)}`],
  ['Discord bot token', 'M', `${mixed(25)}.${mixed(6)}.${mixed(38)}`],
  ['Mailchimp API key', hex(32), '-us12'],
  ['Terraform token', mixed(14), `.atlasv1.${mixed(67)}`],
  ['Azure client secret', 'aB3', `8Q~${mixed(34)}`],
  ['1Password secret key', 'A3-', `${upper(6)}-${upper(11)}-${upper(5)}-${upper(5)}-${upper(5)}`],
  ['1Password token', 'ops_', `ey${mixed(300)}fQ==`],
  ['password hash', '$2b$', `12$${mixed(53)}`],
  ['password hash', '$argon2id$', `v=19$m=65536,t=3,p=4$${mixed(22)}$${mixed(43)}`],
]

describe('a key that shows by itself whose it is', () => {
  test('there are formats of many vendors', () => {
    expect(new Set(SAMPLES.map(([kind]) => kind)).size).toBeGreaterThan(90)
  })
  test.each(SAMPLES)('%s: %s', (kind, head, tail) => {
    const placeholder = `[redacted: ${kind}]`
    for (const [before, after] of [
      ['', ''],
      ['use ', ' here.'],
      ['("', '")'],
      ['see:', ',then'],
      ['它是', '。'],
    ] as const)
      expect(redact(`${before}${head}${tail}${after}`)).toEqual({ text: `${before}${placeholder}${after}`, count: 1 })
  })
  test.each(SAMPLES)('%s: %s is not looked for within a word', (_, head, tail) => {
    const text = `${'x'.repeat(3)}${head}`
    expect(redact(text)).toEqual({ text, count: 0 })
    expect(redact(`${head}${tail}`).text).not.toContain(tail.slice(-8))
  })
})
