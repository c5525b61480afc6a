import { createHash } from "node:crypto";

const hashes = Array.from({ length: 40 }, (_, n) => createHash("sha256").update(String(n)).digest());
const bytes = Buffer.concat(hashes);
const rows = hashes.map((_, n) => ({
  id: 48_213 + n * 7,
  name: `sensor_${n}`,
  lat: 53.5511 + n / 100,
  lon: 9.9937 - n / 37,
  ok: n % 3 === 0,
  at: new Date(1_718_000_000_000 + n * 61_000).toISOString(),
}));

/** Texts of which a tokenizer makes more than their words let one expect. */
export const DENSE: { readonly [kind: string]: string } = {
  "a tool's JSON": JSON.stringify(rows),
  "indented JSON": JSON.stringify(rows, null, 2),
  numbers: rows.map(({ id, lat, lon }) => [id, lat, lon].join(" ")).join("\n"),
  CSV: rows.map((row) => Object.values(row).join(",")).join("\n"),
  "a log": rows
    .map(({ at, id }) => `${at} INFO  [http-8080-exec-${id % 10}] GET /api/v1/sensors/${id} 200 ${id % 90}ms`)
    .join("\n"),
  base64: bytes.toString("base64"),
  hex: bytes.toString("hex"),
  ids: hashes.map((hash) => `${hash.toString("hex", 0, 4)}-${hash.toString("hex", 4, 6)}`).join("\n"),
  Hindi:
    "बंदरगाह का ज्वार मापक मंगलवार शाम को अपनी रीडिंग भेजना बंद कर दिया, और सुबह की नौका के देर होने तक किसी ने ध्यान नहीं दिया। हमने पहले लॉग देखा: आखिरी पंक्ति नौ बजकर दस मिनट पर लिखी गई थी।",
  Chinese:
    "港口的潮汐计在星期二晚上停止发送读数，直到早上的渡轮晚点才有人注意到。我们首先查看了日志：最后一行是在九点十分写的，之后文件就不再增长了。",
  Japanese:
    "港の潮位計は火曜日の夕方に測定値の送信を停止し、朝のフェリーが遅れるまで誰も気づきませんでした。",
  Korean:
    "항구의 조위계가 화요일 저녁에 측정값 전송을 멈췄고, 아침 여객선이 늦을 때까지 아무도 알아차리지 못했습니다.",
  Arabic:
    "توقف مقياس المد في الميناء عن إرسال قراءاته مساء الثلاثاء، ولم يلاحظ أحد ذلك حتى تأخرت عبارة الصباح.",
  Russian:
    "Мареограф в порту перестал передавать показания во вторник вечером, и никто этого не заметил, пока утренний паром не опоздал.",
  Greek: "Ο παλιρροιογράφος στο λιμάνι σταμάτησε να στέλνει τις μετρήσεις του την Τρίτη το βράδυ.",
  Thai: "เครื่องวัดระดับน้ำในท่าเรือหยุดส่งค่าเมื่อเย็นวันอังคาร และไม่มีใครสังเกตจนกระทั่งเรือข้ามฟากตอนเช้ามาสาย",
  Polish:
    "Mareograf w porcie przestał wysyłać odczyty we wtorek wieczorem i nikt tego nie zauważył, dopóki poranny prom się nie spóźnił.",
  Turkish:
    "Limandaki gelgit ölçer salı akşamı okumalarını göndermeyi bıraktı ve sabah feribotu gecikene kadar kimse fark etmedi.",
  emoji: "🌊🚢⚓️ Great 👍🏽 work 🎉🎉 on the 🛳️ gauge 👩‍💻! ✅ done ❌ failed 🇫🇷🇩🇪 😀😅🤖",
};
