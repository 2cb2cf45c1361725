import { describe, expect, test } from 'vitest'
import { closes } from './closes.js'

describe('what took the place of something that is named', () => {
  test.each([
    ['The shop runs on MySQL.', 'We switched the shop from MySQL to Postgres.'],
    ['The billing service runs on MySQL.', 'The billing service was migrated from MySQL to Postgres.'],
    ['Kestrel is built with Webpack.', 'We moved Kestrel from Webpack to Vite.'],
    ['Kestrel uses Jenkins.', 'We migrated Kestrel from Jenkins to GitHub Actions.'],
    ['The newsletter is sent with Mailchimp.', 'We have switched the newsletter from Mailchimp to Brevo.'],
    ['We switched Kestrel from MySQL to Postgres.', 'We switched Kestrel back from Postgres to MySQL.'],
    ['Kestrel läuft auf MySQL.', 'Wir haben Kestrel von MySQL auf Postgres umgestellt.'],
    ['Der Shop nutzt Magento.', 'Der Shop wurde von Magento auf Shopify umgestellt.'],
    ['Unser Shop läuft auf Magento.', 'Wir haben unseren Shop von Magento auf Shopify umgestellt.'],
  ])('closes what told it of the same, whatever it is called: %s', (first, later) => {
    expect(closes(first, later)).toBe(true)
  })

  test.each([
    ['of another subject', 'Kestrel runs on MySQL.', 'We switched Heron from MySQL to Postgres.'],
    ['another value', 'Kestrel runs on MySQL.', 'We switched Kestrel from Jenkins to GitHub Actions.'],
    ['by a plan', 'Kestrel runs on MySQL.', 'We will switch Kestrel from MySQL to Postgres.'],
    ['by a wish', 'Kestrel läuft auf MySQL.', 'Wir wollten Kestrel von MySQL auf Postgres umstellen.'],
    ['by hearsay', 'Kestrel runs on MySQL.', 'Tom says we switched Kestrel from MySQL to Postgres.'],
    ['by a part', 'Kestrel runs on MySQL.', 'We switched the billing part of Kestrel from MySQL to Postgres.'],
    [
      'by a German part',
      'Kestrel läuft auf MySQL.',
      'Wir haben die Abrechnung von Kestrel von MySQL auf Postgres umgestellt.',
    ],
    ['for a part', 'Kestrel runs on MySQL.', 'We switched Kestrel from MySQL to Postgres for the tests.'],
    ['in one place', 'Kestrel runs on MySQL.', 'We switched Kestrel from MySQL to Postgres in staging.'],
    [
      'where it did not happen',
      'Kestrel läuft auf MySQL.',
      'Wir haben Kestrel noch nicht von MySQL auf Postgres umgestellt.',
    ],
    ['who owns it', 'The owner of Falcon is Google.', 'We moved Falcon from Google to Azure.'],
    ['who looks after it', 'The maintainer of Falcon is Ruby.', 'We migrated Falcon from Ruby to Rust.'],
    ['how much it may be', 'The limit of Falcon is 5.', 'We changed Falcon from 5 to 7.'],
    ['who pays for it', 'The sponsor of the team is Nike.', 'The team switched from Nike to Adidas for the shoes.'],
    ['after whom it is named', 'Kestrel is named after Tom.', 'We moved Kestrel from Tom to Anna.'],
    ['to whom somebody is married', 'Tom is married to Anna.', 'We moved Tom from Anna to Ida.'],
    ['where somebody was born', 'Tom was born in Berlin.', 'Tom moved from Berlin to Munich.'],
    ['one of several that are used', 'Kestrel uses Jenkins.', 'Kestrel now uses Grafana.'],
  ])('but not what was told %s', (_, first, later) => {
    expect(closes(first, later)).toBe(false)
  })
})
