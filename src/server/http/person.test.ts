import { describe, expect, test } from 'vitest'
import { isPerson } from './person.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 14; TECNO KI7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'

describe('isPerson', () => {
  test.each([
    PHONE,
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 334.0.4',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 [LinkedInApp]/9.29',
    'Mozilla/5.0 (Linux; Android 13; CUBOT X30) AppleWebKit/537.36 Chrome/120.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 Telegram-Android/10.9',
    'Mozilla/5.0 (Linux; Android 13) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36 [Pinterest/Android]',
    'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 [FBAN/FBIOS;FBAV/463.0]',
    'Opera/9.80 (Android; Opera Mini/76.0/191.308; U; en) Presto/2.12.423 Version/12.16',
    'UCWEB/2.0 (MIDP-2.0; U; Adr 9; en-US; itel A16) U2/1.0.0 UCBrowser/10.9.8 U2/1.0.0 Mobile',
    'Mozilla/5.0 (compatible; MSIE 10.0; Windows NT 6.2; Trident/6.0)',
    'Mozilla/5.0 (Mobile; Nokia_8110_4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5',
  ])('accepts a person: %s', (agent) => expect(isPerson({ 'user-agent': agent })).toBe(true))

  test.each([
    '',
    'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
    'facebookexternalhit/1.1 Facebot Twitterbot/1.0',
    'WhatsApp/2.23.20.0 A',
    'TelegramBot (like TwitterBot)',
    'Twitterbot/1.0',
    'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
    'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient)',
    'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0) Chrome/116 Safari/537.36',
    'Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)',
    'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots',
    'Pinterest/0.2 (+https://www.pinterest.com/bot.html)',
    'Mozilla/5.0 (compatible; Applebot/0.3)',
    'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/126.0 Safari/537.36',
    'Slack-ImgProxy (+https://api.slack.com/robots)',
    'Mastodon/4.2.8 (http.rb/5.1.1; +https://mastodon.social/)',
    'Preview/1 CFNetwork/1494.0.7 Darwin/23.4.0',
    'Dalvik/2.1.0 (Linux; U; Android 13; TECNO KI7 Build/TP1A)',
    'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
    'Mozilla/5.0 (Linux; Android 6.0.1) AppleWebKit/537.36 (KHTML, like Gecko; compatible; GoogleOther)',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ChatGPT-User/1.0; +https://openai.com/bot)',
    'Mozilla/5.0 (compatible; Nuzzel)',
    'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
    'Scrapy/2.11 (+https://scrapy.org)',
    'Google-Safety',
    'curl/8.5.0',
    'python-requests/2.32',
  ])('rejects a program: %s', (agent) => expect(isPerson({ 'user-agent': agent })).toBe(false))

  test.each(['sec-purpose', 'purpose', 'x-moz'])('rejects a page that is prefetched (%s)', (header) => {
    expect(isPerson({ 'user-agent': PHONE, [header]: 'prefetch;prerender' })).toBe(false)
  })
})
