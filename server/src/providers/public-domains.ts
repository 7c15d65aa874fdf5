/** Where anybody can have an email; none of these belongs to an organisation. */
const names = `gmail.com googlemail.com outlook.com outlook.com.au hotmail.com hotmail.com.au hotmail.co.uk live.com
  live.com.au live.co.uk msn.com passport.com windowslive.com yahoo.com yahoo.com.au yahoo.co.uk yahoo.co.nz ymail.com
  rocketmail.com myyahoo.com aol.com aim.com icloud.com me.com mac.com proton.me protonmail.com protonmail.ch pm.me tutanota.com
  tuta.io tuta.com gmx.com gmx.net gmx.de gmx.at gmx.ch web.de t-online.de freenet.de mail.com email.com usa.com zoho.com
  zohomail.com zohomail.com.au fastmail.com fastmail.com.au fastmail.fm hushmail.com hey.com duck.com yandex.com yandex.ru
  mail.ru inbox.ru bk.ru list.ru qq.com 163.com 126.com yeah.net sina.com sohu.com foxmail.com naver.com daum.net hanmail.net
  bigpond.com bigpond.com.au bigpond.net.au telstra.com optusnet.com.au optus.com.au optushome.com.au iinet.net.au westnet.com.au
  internode.on.net adam.com.au tpg.com.au dodo.com.au ozemail.com.au iprimus.com.au aapt.net.au netspace.net.au
  activ8.net.au exetel.com.au aussiebroadband.com.au bigblue.net.au three.com.au vodafone.com.au spin.net.au southernphone.com.au
  xtra.co.nz slingshot.co.nz orcon.net.nz vodafone.co.nz comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net
  charter.net earthlink.net juno.com btinternet.com sky.com virginmedia.com talktalk.net ntlworld.com blueyonder.co.uk
  orange.fr wanadoo.fr free.fr laposte.net sfr.fr libero.it virgilio.it alice.it tin.it telefonica.net rogers.com shaw.ca
  sympatico.ca bell.net rediffmail.com mailinator.com guerrillamail.com 10minutemail.com yopmail.com simplelogin.com`
const publicDomains = new Set(names.split(/\s+/))

/** Parts of the domain name system under which anybody can register a name (the ones that matter here). */
const suffixes = new Set(
  `com.au net.au org.au edu.au gov.au asn.au id.au nsw.au vic.au qld.au wa.au tas.au act.au nt.au co.nz org.nz net.nz
  govt.nz ac.nz co.uk org.uk me.uk ac.uk gov.uk com.sg com.hk co.jp co.in onmicrosoft.com github.io`.split(
    /\s+/,
  ),
)

/** Whether an email domain is anybody’s: a public mail service, or a suffix that belongs to nobody. */
export const isPublicDomain = (domain: string): boolean => publicDomains.has(domain) || suffixes.has(domain)
