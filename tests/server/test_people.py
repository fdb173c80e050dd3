"""Who plays: names, tokens, passwords."""

import asyncio

import pytest
from argon2 import PasswordHasher

from wuyi.server.community import names
from wuyi.server.community.people import TOKENS, People
from wuyi.server.refusal import Refusal
from wuyi.server.store.memory import MemoryStore
from wuyi.server.store.port import Store

pytestmark = pytest.mark.anyio

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
SECRET = "correct horse"


@pytest.fixture
def store() -> Store:
    return MemoryStore()


@pytest.fixture
def people(store: Store) -> People:
    return People(store, QUICK)


async def reason(awaitable: object) -> str:
    """Why it is refused."""
    with pytest.raises(Refusal) as refused:
        await awaitable  # type: ignore[misc]
    return refused.value.reason


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        (" Li\n", "Li"),
        ("李 \t 四", "李 四"),
        ("Zoe\u0308", "Zoë"),
        ("a\u202eb\u200bc\x00d", "abcd"),
        ("x" * 100, "x" * 24),
        ("a" + "\u0310" * 50, "a" + "\u0310" * 2),
        ("🀄", "🀄"),
        ("\u200b\u3000 ", ""),
        ("\u3164\u2800\u115f\ufe0f", ""),
    ],
)
def test_a_name_is_made_fit_to_be_shown(name: str, shown: str) -> None:
    assert names.clean(name) == shown


@pytest.mark.parametrize(
    ("name", "folded"), [("Li.Si", "li.si"), ("ＬＩ", "li"), ("STRASSE", "strasse"), ("李四", "李四")]
)
def test_user_names_are_compared_without_case_and_width(name: str, folded: str) -> None:
    assert names.user_name(name) == folded == names.user_name(folded)


@pytest.mark.parametrize("name", ["", "x", "x" * 33, "a b", "a\u202eb", "a/b", "é" + "\u0310"])
def test_user_names_that_are_refused(name: str) -> None:
    with pytest.raises(Refusal) as refused:
        names.user_name(name)
    assert refused.value.reason == "bad_user_name"


async def test_a_guest_is_known_by_the_token(people: People) -> None:
    player, token = await people.create(" Li ")
    assert player.name == "Li" and player.user_name is None
    assert await people.find(token) == player
    for wrong in ("", token[:-1], token + "x", token.swapcase(), player.id):
        assert await reason(people.find(wrong)) == "unknown_token"
    assert await reason(people.create(" \u200b")) == "bad_name"


async def test_tokens_and_ids_are_never_alike(people: People) -> None:
    made = [await people.create("Li") for _ in range(50)]
    assert len({token for _, token in made}) == len({player.id for player, _ in made}) == 50
    assert all(len(token) >= 43 for _, token in made)  # 256 bits


async def test_the_store_knows_neither_token_nor_password() -> None:
    store = MemoryStore()
    people = People(store, QUICK)
    player, token = await people.create("Li")
    await people.set_password(player.id, "li", SECRET)
    _, another = await people.login("li", SECRET)
    kept = repr(store._documents)
    assert player.id in kept
    for secret in (token, another, SECRET):
        assert secret not in kept
    assert "$argon2id$" in kept


async def test_another_name(people: People) -> None:
    player, token = await people.create("Li")
    assert (await people.rename(player.id, "Si")).name == "Si"
    assert (await people.find(token)).name == "Si"
    assert await reason(people.rename(player.id, "")) == "bad_name"
    assert await reason(people.rename("nobody", "Si")) == "unknown_token"


async def test_a_password_opens_the_same_player_on_another_phone(people: People) -> None:
    player, first = await people.create("Li")
    await people.set_password(player.id, "Li-Si", SECRET)
    found, second = await people.login("LI-SI", SECRET)
    assert found.id == player.id and second != first
    assert (await people.find(first)).id == (await people.find(second)).id == player.id


@pytest.mark.parametrize(
    ("user_name", "password"), [("li", "wrong horse"), ("lo", SECRET), ("", SECRET), ("li", "")]
)
async def test_a_login_that_is_refused(people: People, user_name: str, password: str) -> None:
    player, _ = await people.create("Li")
    await people.create("Lo")
    await people.set_password(player.id, "li", SECRET)
    assert await reason(people.login(user_name, password)) == "wrong_password"


async def test_an_unknown_user_costs_the_same_work(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    verified: list[str | bytes] = []
    verify = PasswordHasher.verify

    def watched(self: PasswordHasher, hashed: str | bytes, password: str | bytes) -> bool:
        verified.append(hashed)
        return verify(self, hashed, password)

    monkeypatch.setattr(PasswordHasher, "verify", watched)
    assert await reason(people.login("nobody", SECRET)) == "wrong_password"
    assert len(verified) == 1


async def test_a_password_is_changed_only_by_who_knows_it(people: People) -> None:
    player, _ = await people.create("Li")
    await people.set_password(player.id, "li", SECRET)
    assert await reason(people.set_password(player.id, "li", "another one")) == "wrong_password"
    assert await reason(people.set_password(player.id, "li", "another one", "guess")) == "wrong_password"
    await people.set_password(player.id, "li", "another one", SECRET)
    assert await reason(people.login("li", SECRET)) == "wrong_password"
    await people.login("li", "another one")


async def test_a_user_name_is_one_players(people: People) -> None:
    one, _ = await people.create("Li")
    two, _ = await people.create("Li")
    outcomes = await asyncio.gather(
        people.set_password(one.id, "li", SECRET),
        people.set_password(two.id, "LI", SECRET),
        return_exceptions=True,
    )
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refusal)]
    assert [refusal.reason for refusal in refused] == ["user_name_taken"]


async def test_a_user_name_given_up_is_free(people: People) -> None:
    one, _ = await people.create("Li")
    two, _ = await people.create("Si")
    await people.set_password(one.id, "li", SECRET)
    await people.set_password(one.id, "li2", SECRET, SECRET)
    assert await reason(people.login("li", SECRET)) == "wrong_password"
    await people.set_password(two.id, "li", SECRET)
    assert (await people.login("li", SECRET))[0].id == two.id
    assert (await people.login("li2", SECRET))[0].id == one.id


@pytest.mark.parametrize("password", ["", "short", "x" * 201])
async def test_passwords_that_are_refused(people: People, password: str) -> None:
    player, _ = await people.create("Li")
    assert await reason(people.set_password(player.id, "li", password)) == "bad_password"
    assert await reason(people.login("li", password)) == "wrong_password"


async def test_old_parameters_of_hashing_are_followed(store: Store) -> None:
    people = People(store, QUICK)
    player, _ = await people.create("Li")
    before = await people.set_password(player.id, "li", SECRET)
    stronger = People(store, PasswordHasher(time_cost=2, memory_cost=16, parallelism=1))
    _, token = await stronger.login("li", SECRET)
    after = await people.find(token)
    assert before.password != after.password and "m=16,t=2" in str(after.password)
    await stronger.login("li", SECRET)


async def test_hashing_does_not_stop_the_loop(store: Store) -> None:
    people = People(store, PasswordHasher(time_cost=2, memory_cost=65536, parallelism=1))
    player, _ = await people.create("Li")
    work = asyncio.create_task(people.set_password(player.id, "li", SECRET))
    turns = 0
    while not work.done():
        await asyncio.sleep(0.001)
        turns += 1
    assert turns > 5
    await work


async def test_a_token_is_revoked_alone_or_with_all_others(people: People) -> None:
    player, first = await people.create("Li")
    await people.set_password(player.id, "li", SECRET)
    tokens = [first] + [(await people.login("li", SECRET))[1] for _ in range(3)]
    await people.logout(tokens.pop())
    await people.logout("nobody's")
    for token in tokens:
        await people.find(token)
    await people.logout_everywhere(player.id)
    for token in tokens:
        assert await reason(people.find(token)) == "unknown_token"
    await people.login("li", SECRET)


async def test_one_phone_too_many_logs_out_the_oldest(people: People) -> None:
    player, first = await people.create("Li")
    await people.set_password(player.id, "li", SECRET)
    tokens = [(await people.login("li", SECRET))[1] for _ in range(TOKENS)]
    assert await reason(people.find(first)) == "unknown_token"
    for token in tokens:
        await people.find(token)
