/** The format of a vendor's secrets. Most texts contain none of the prefixes, so one test skips them. */
export type VendorFormat = { readonly kind: string; readonly begins: readonly string[]; readonly pattern: RegExp }

/** A prefix and the pattern of the rest. Neither may be part of a longer word. */
const format = (kind: string, begins: string, rest: string): VendorFormat => {
  const words = begins.split(' ')
  const heads = words.map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')).join('|')
  const pattern = new RegExp(`(?<![A-Za-z0-9])(?:${heads})${rest}(?![A-Za-z0-9])`, 'g')
  return { kind, begins: words, pattern }
}

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'

const MODELS: readonly VendorFormat[] = [
  format('Anthropic API key', 'sk-ant-', String.raw`[\w-]{10,400}`),
  format('OpenRouter API key', 'sk-or-', String.raw`[\w-]{10,400}`),
  format('Langfuse secret key', 'sk-lf-', UUID),
  format('OpenAI API key', 'sk-proj- sk-svcacct- sk-admin-', String.raw`[\w-]{10,400}`),
  format('API key', 'sk-', String.raw`(?=[\w-]{0,400}\d)[\w-]{16,400}`),
  format('Groq API key', 'gsk_', '[A-Za-z0-9]{20,100}'),
  format('xAI API key', 'xai-', '[A-Za-z0-9]{40,120}'),
  format('Perplexity API key', 'pplx-', '[A-Za-z0-9]{32,80}'),
  format('Replicate token', 'r8_', '[A-Za-z0-9]{30,60}'),
  format('Hugging Face token', 'hf_ api_org_', '[A-Za-z0-9]{20,100}'),
  format('NVIDIA API key', 'nvapi-', String.raw`[\w-]{40,100}`),
  format('Cerebras API key', 'csk-', '[a-z0-9]{30,80}'),
  format('Fireworks API key', 'fw_', '[A-Za-z0-9]{20,60}'),
  format('Jina API key', 'jina_', '[A-Za-z0-9]{40,100}'),
  format('Pinecone API key', 'pcsk_', String.raw`\w{40,100}`),
  format('Tavily API key', 'tvly-', '(?:dev-|prod-)?[A-Za-z0-9]{20,60}'),
  format('LangSmith API key', 'lsv2_pt_ lsv2_sk_', '[0-9a-f]{32}_[0-9a-f]{10}'),
  format('Firecrawl API key', 'fc-', '[0-9a-f]{32}'),
  format('E2B API key', 'e2b_', '[0-9a-f]{40}'),
  format('Google API key', 'AIza', String.raw`[\w-]{30,60}`),
]

const CLOUDS: readonly VendorFormat[] = [
  format('AWS access key', 'AKIA ASIA ABIA ACCA', '[A-Z0-9]{16}'),
  format('AWS Bedrock API key', 'ABSK', '[A-Za-z0-9+/]{60,200}={0,2}'),
  format('Google OAuth client secret', 'GOCSPX-', String.raw`[\w-]{20,60}`),
  format('Google OAuth token', 'ya29.', String.raw`[\w-]{20,1000}`),
  format('Google OAuth refresh token', '1//0', String.raw`[\w-]{30,200}`),
  format('DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', '[0-9a-f]{64}'),
  format('Alibaba Cloud access key', 'LTAI', '[A-Za-z0-9]{16,26}'),
  format('Tencent Cloud secret id', 'AKID', '[A-Za-z0-9]{32}'),
  format('Heroku API key', 'HRKU-', String.raw`[\w-]{30,80}`),
  format('Fly.io token', 'fo1_ fm1_ fm2_', String.raw`[\w+/=-]{30,1000}(?:,fm[12]_[\w+/=-]{30,1000}){0,8}`),
  format('Cloudflare token', 'cfut_ cfat_ cfk_', '[A-Za-z0-9]{30,60}'),
  format('Cloudflare origin CA key', 'v1.0-', '[0-9a-f]{24}-[0-9a-f]{146}'),
  format('Netlify token', 'nfp_', '[A-Za-z0-9]{30,60}'),
  format('Render API key', 'rnd_', '[A-Za-z0-9]{24,60}'),
  format('Vercel token', 'vcp_ vci_ vca_ vcr_ vck_', '[A-Za-z0-9]{20,60}'),
  format('Supabase key', 'sbp_ sb_secret_', String.raw`\w{20,80}`),
  format('PlanetScale credential', 'pscale_tkn_ pscale_pw_ pscale_oauth_', String.raw`[\w=.-]{30,80}`),
  format('Neon API key', 'napi_', '[a-z0-9]{40,100}'),
  format('Databricks token', 'dapi', '[a-f0-9]{32}(?:-[0-9])?'),
  format('Doppler token', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', String.raw`[\w.]{30,80}`),
  format('Pulumi token', 'pul-', '[0-9a-f]{40}'),
  format('HashiCorp Vault token', 'hvs. hvb. hvr.', String.raw`[\w-]{24,400}`),
  format('Tailscale key', 'tskey-', String.raw`[a-z]{2,10}-[\w-]{15,100}`),
  format('1Password token', 'ops_', String.raw`ey[\w+/-]{60,1500}={0,2}`),
  format('age secret key', 'AGE-SECRET-KEY-1', '[A-Z0-9]{58}'),
]

const BUILDING: readonly VendorFormat[] = [
  format('GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', '[A-Za-z0-9]{20,255}'),
  format('GitHub token', 'github_pat_', String.raw`\w{20,255}`),
  format(
    'GitLab token',
    'glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glimt- glagent- glffct-',
    String.raw`[\w.-]{16,255}`,
  ),
  format('GitLab runner token', 'GR1348941', String.raw`[\w-]{20}`),
  format('Bitbucket app password', 'ATBB', '[A-Za-z0-9]{32}'),
  format('Atlassian API token', 'ATATT3 ATCTT3', String.raw`[\w=-]{60,300}`),
  format('npm token', 'npm_', '[A-Za-z0-9]{30,255}'),
  format('PyPI token', 'pypi-', String.raw`AgE[\w-]{50,1000}`),
  format('RubyGems key', 'rubygems_', '[0-9a-f]{48}'),
  format('crates.io token', 'cio', '[A-Za-z0-9]{32}'),
  format('NuGet key', 'oy2', '[a-z0-9]{43}'),
  format('Clojars token', 'CLOJARS_', '[a-z0-9]{60}'),
  format('Docker token', 'dckr_pat_ dckr_oat_', String.raw`[\w-]{20,64}`),
  format('Sentry token', 'sntrys_ sntryu_', '[A-Za-z0-9+/=_]{40,300}'),
  format('Postman API key', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'),
  format('Figma token', 'figd_ figu_', String.raw`[\w-]{30,200}`),
  format('Linear key', 'lin_api_ lin_oauth_', String.raw`\w{32,128}`),
  format('Notion token', 'ntn_', '[A-Za-z0-9]{40,60}'),
  format('Airtable token', 'pat', String.raw`[A-Za-z0-9]{14}\.[0-9a-f]{64}`),
  format('Buildkite token', 'bkua_ bkct_', '[0-9a-z]{30,80}'),
  format('CircleCI token', 'CCIPAT_ CCIPRJ_', String.raw`\w{20,100}`),
  format('SonarQube token', 'sqp_ squ_ sqa_', '[0-9a-f]{40}'),
  format('New Relic key', 'NRAK- NRII- NRAA- NRJS-', String.raw`[\w-]{19,64}`),
  format('Grafana token', 'glc_ glsa_', '[A-Za-z0-9+/_]{32,400}={0,2}'),
  format('Dynatrace token', 'dt0c01. dt0s01. dt0s16.', String.raw`[A-Z0-9]{8,24}\.[A-Z0-9]{64}`),
  format('PostHog key', 'phx_', '[A-Za-z0-9]{30,60}'),
  format('LaunchDarkly key', 'sdk- api-', UUID),
  format('Contentful token', 'CFPAT-', String.raw`[\w-]{43}`),
  format('Sourcegraph token', 'sgp_', '(?:[0-9a-f]{16}_|local_)?[0-9a-f]{40}'),
  format('Infracost key', 'ico-', '[A-Za-z0-9]{32}'),
  format('Prefect key', 'pnu_ pnb_', '[A-Za-z0-9]{36}'),
  format('ReadMe key', 'rdme_', '[a-z0-9]{60,80}'),
]

const PAYMENTS: readonly VendorFormat[] = [
  format('Stripe key', 'sk_live_ sk_test_ rk_live_ rk_test_ pk_live_ pk_test_', String.raw`\w{10,250}`),
  format('webhook secret', 'whsec_', '[A-Za-z0-9+/=]{16,128}'),
  format('Square token', 'sq0atp- sq0csp-', String.raw`[\w-]{20,60}`),
  format('Shopify token', 'shpat_ shpca_ shppa_ shpss_ shptka_', '[A-Za-z0-9]{32,64}'),
  format('Braintree token', 'access_token$production$ access_token$sandbox$', String.raw`[a-z0-9]{16}\$[0-9a-f]{32}`),
  format('Razorpay key', 'rzp_live_ rzp_test_', '[A-Za-z0-9]{14,24}'),
  format('Plaid token', 'access-production- access-sandbox- access-development-', UUID),
  format('Flutterwave key', 'FLWSECK_TEST- FLWSECK-', '[A-Za-z0-9-]{12,80}'),
  format('EasyPost key', 'EZAK EZTK', '[A-Za-z0-9]{54}'),
  format('Shippo token', 'shippo_live_ shippo_test_', '[0-9a-f]{40}'),
  format('Duffel token', 'duffel_live_ duffel_test_', String.raw`[\w=-]{43}`),
]

const MESSAGING: readonly VendorFormat[] = [
  format(
    'Slack token',
    'xoxb- xoxp- xoxa- xoxe- xoxe.xoxp- xoxe.xoxb- xoxr- xoxs- xoxo- xoxc- xoxd- xapp-',
    String.raw`[\w%-]{10,255}`,
  ),
  format('Slack webhook', 'hooks.slack.com/', String.raw`(?:services|workflows|triggers)/[\w/-]{20,120}`),
  format('Discord webhook', 'discord.com/ discordapp.com/', String.raw`api/webhooks/\d{15,22}/[\w-]{50,90}`),
  format('Teams webhook', 'webhook.office.com/', String.raw`webhookb2/[\w@/-]{60,300}`),
  format('SendGrid API key', 'SG.', String.raw`[\w-]{16,64}\.[\w-]{16,64}`),
  format('Mailgun key', 'key-', '[0-9a-f]{32}'),
  format('Brevo API key', 'xkeysib- xsmtpsib-', String.raw`[\w-]{40,120}`),
  format('Resend API key', 're_', String.raw`(?=\w{0,60}\d)[A-Za-z0-9]{6,12}_[A-Za-z0-9]{16,40}`),
  format('HubSpot token', 'pat-na1- pat-na2- pat-eu1- pat-ap1-', UUID),
  format('Twilio API key', 'SK', '[0-9a-f]{32}'),
  format('Typeform token', 'tfp_', String.raw`[\w.=-]{40,80}`),
  format('Facebook token', 'EAACEdEose0cBA EAAC EAAG EAAB', '[A-Za-z0-9]{80,300}'),
  format('X bearer token', 'AAAAAAAAAAAAAAAAAAAAA', String.raw`[\w%]{60,200}`),
  format('Mapbox secret token', 'sk.', String.raw`eyJ[\w-]{30,300}\.[\w-]{16,40}`),
  format('Frame.io token', 'fio-u-', String.raw`[\w=-]{64}`),
]

/** Formats without a prefix of their own, recognised by their parts; the prefix is a cheap filter. */
const PARTS: readonly VendorFormat[] = [
  { kind: 'Telegram bot token', begins: [':AA'], pattern: /(?<![\dA-Za-z])\d{8,10}:AA[\w-]{33}(?![\w-])/g },
  {
    kind: 'Discord bot token',
    begins: ['.'],
    pattern: /(?<![\w.-])[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,45}(?![\w-])/g,
  },
  { kind: 'Mailchimp API key', begins: ['-us'], pattern: /(?<![\dA-Za-z])[0-9a-f]{32}-us\d{1,2}(?![\dA-Za-z])/g },
  { kind: 'Terraform token', begins: ['.atlasv1.'], pattern: /(?<![\w-])\w{14}\.atlasv1\.[\w-]{60,70}(?![\w-])/g },
  { kind: 'Azure client secret', begins: ['Q~'], pattern: /(?<![\w.~-])[\w.~-]{3}\dQ~[\w.~-]{31,34}(?![\w.~-])/g },
  {
    kind: '1Password secret key',
    begins: ['A3-'],
    pattern: /(?<![\w-])A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}(?![\w-])/g,
  },
  {
    kind: 'password hash',
    begins: ['$2', '$argon2', '$5$', '$6$', '$y$', '$apr1$', '$scrypt$'],
    pattern:
      /\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|argon2(?:id|i|d)\$v=\d+\$[^\s$]{5,40}\$[\w+/]{8,100}\$[\w+/]{20,200}|(?:5|6|y|apr1|scrypt)\$[./A-Za-z0-9$=,]{20,200})/g,
  },
]

/** Formats as the vendors publish them, longer prefixes first. */
export const VENDOR_FORMATS: readonly VendorFormat[] = [
  ...MODELS,
  ...CLOUDS,
  ...BUILDING,
  ...PAYMENTS,
  ...MESSAGING,
  ...PARTS,
]
