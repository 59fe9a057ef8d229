import type { Rng } from '#demo/random.ts'
import { fold } from '#contract/fold.ts'

/** First and last names as they are borne together, and how many of the customers bear such. */
const peoples: [share: number, first: string, last: string][] = [
  [
    0.34,
    'Adeola Tunde Funke Yetunde Segun Bisi Kunle Temitope Damilola Folake Babajide Ayomide Oluwaseun Simisola Tobi Gbenga Kemi Bukola Femi Toluwani Ibukun Rotimi Morenike Adewale Ronke Dapo Títílayọ̀ Lanre Ṣadé Ọlámidé',
    'Adeyemi Bakare Ogunleye Adébáyọ̀ Balogun Afolabi Oyelaran Akinola Adeleke Ọ̀ṣúnbọ́ Fashola Olawale Ajayi Adekunle Ojo Oladipo Akinwande Soyinka Alabi Ogundipe Oyebanji Falade Adesina Olatunji',
  ],
  [
    0.32,
    'Adaeze Chinedu Ngozi Emeka Ifeoma Obinna Chiamaka Uche Kelechi Amarachi Chukwudi Nneka Ikenna Adanna Somto Ebuka Chidinma Nnamdi Oluchi Kosisochukwu Ifeanyi Ugochi Tochukwu Chioma Arinze Ụzọma Ńkechi Okechukwu Munachi Chị́nwé',
    'Okafor Eze Nwosu Obi Nnamdi Okonkwo Umeh Nwachukwu Onyeka Okeke Chukwu Ibe Madu Azikiwe Anyanwu Okoro Uzor Ekwueme Nwankwo Onwudiwe Iwu Mbah Ugwu Nwaọ́gụ',
  ],
  [
    0.15,
    'Aisha Musa Zainab Ibrahim Halima Sani Fatima Yusuf Hauwa Abdullahi Maryam Umar Amina Aliyu Khadija Bashir Rukayya Ismail Sadiya Ɗanladi',
    'Bello Abubakar Danjuma Garba Lawal Suleiman Mohammed Yakubu Shehu Idris Ɓala Gambo Usman Dantata Ƙasimu Waziri',
  ],
  [
    0.19,
    'Ese Efe Osaze Itohan Osagie Idara Ubong Mfon Ini Ebiere Tamuno Preye Timi Doubra Blessing Victor Precious Samuel Esther Daniel Grace Joy Ejiro Oghene Nosa Isoken Edidiong Aniekan Terna Doose',
    'Igbinedion Osagie Ehigie Aigbe Etim Bassey Effiong Udoh Akpan Amadi Briggs Wokoma Dokubo James Peters George Omoregie Okpara Ekong Tor Iorfa Oboh Akpabio Eyo',
  ],
]
const lists = peoples.map(([share, first, last]) => ({ share, first: first.split(' '), last: last.split(' ') }))

export type Name = { first: string; last: string }

export function nameOf(rng: Rng): Name {
  let left = rng.next()
  const people = lists.find(({ share }) => (left -= share) < 0) ?? lists[0]!
  return { first: rng.pick(people.first), last: rng.pick(people.last) }
}

const MEN = new Set(
  'Tunde Segun Kunle Babajide Oluwaseun Gbenga Femi Rotimi Adewale Dapo Lanre Chinedu Emeka Obinna Chukwudi Ikenna Ebuka Nnamdi Ifeanyi Arinze Okechukwu Musa Ibrahim Sani Yusuf Abdullahi Umar Aliyu Bashir Ismail Ɗanladi Osaze Osagie Ubong Tamuno Victor Samuel Daniel Nosa Aniekan Terna'.split(
    ' ',
  ),
)
const MEN_OR_WOMEN = new Set(
  'Adeola Bisi Temitope Damilola Ayomide Tobi Bukola Toluwani Ibukun Ọlámidé Uche Kelechi Somto Kosisochukwu Tochukwu Ụzọma Munachi Ese Efe Mfon Ini Preye Timi Doubra Ejiro Oghene Edidiong'.split(
    ' ',
  ),
)

export const genderOf = ({ first }: Name, rng: Rng): 'Female' | 'Male' => {
  const isMan = MEN_OR_WOMEN.has(first) ? rng.chance(0.5) : MEN.has(first)
  return isMan ? 'Male' : 'Female'
}

/** Domains that nobody has: RFC 2606. */
const DOMAINS = ['mail.example', 'mail.example', 'post.example', 'inbox.example', 'example.com', 'example.org']

/** An address that the number keeps apart from others of the name. */
export const emailOf = ({ first, last }: Name, number: number, rng: Rng): string =>
  `${fold(first)}.${fold(last)}${number}@${rng.pick(DOMAINS)}`

const PREFIXES =
  '701 703 704 705 706 708 802 803 805 806 807 808 809 810 811 812 813 814 815 816 817 818 901 902 903 904 905 906 907 908 909 912 913 915 916'.split(
    ' ',
  )

/** A mobile number as E.164. */
export const phoneOf = (rng: Rng): string =>
  `+234${rng.pick(PREFIXES)}${String(rng.int(0, 9_999_999)).padStart(7, '0')}`
